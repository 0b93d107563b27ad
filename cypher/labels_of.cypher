// name: labels_of
// params: ids: str[]
// returns: rows(id: str, labels: str[])
// why: Which of these ids exist, and as what; a missing endpoint must be refused, not silently skipped.
UNWIND $ids AS id
MATCH (n:Artifact {id: id})
RETURN id, labels(n) AS labels
