// name: taken_up
// params: ids: str[]
// returns: rows(run: str, objections: int, replies: int)
// why: The runs whose standing objections and replies take up something that was said, or a flaw that was found, in a debate.
// for: readers
UNWIND $ids AS id
MATCH (n:Artifact {id: id})<-[:TAKES_UP]-(k:Artifact)
WHERE NOT EXISTS { (k)<-[:SUPERSEDES|WITHDRAWS]-() }
WITH DISTINCT k
RETURN k.run AS run, sum(CASE WHEN k:Critique THEN 1 ELSE 0 END) AS objections, sum(CASE WHEN k:Reply THEN 1 ELSE 0 END) AS replies
ORDER BY run
