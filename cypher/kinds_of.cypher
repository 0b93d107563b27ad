// name: kinds_of
// params: ids: str[]
// returns: rows(id: str, labels: str[])
// why: Which of these ids exist, as nodes or as activities: what an activity used may be either.
UNWIND $ids AS id
OPTIONAL MATCH (n:Artifact {id: id})
OPTIONAL MATCH (a:Activity {id: id})
WITH id, coalesce(n, a) AS m
WHERE m IS NOT NULL
RETURN id, labels(m) AS labels
