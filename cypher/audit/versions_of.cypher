// name: versions_of
// params: id: str
// returns: rows(id: str, text: str, replaces: str, standing: str, step: str, because: str[])
// why: Through which versions did this node go, and which objection did each new one answer?
MATCH (n:Artifact {id: $id})-[:SUPERSEDES]-{0,100}(v:Artifact)
WITH DISTINCT v
WHERE EXISTS { (v)-[:SUPERSEDES]-() }
MATCH (a:Activity {id: v.activity})
CALL (v) {
  OPTIONAL MATCH (v)-[:SUPERSEDES]->(o:Artifact)
  RETURN min(o.id) AS replaces
}
CALL (v) {
  OPTIONAL MATCH (v)-[:ANSWERS]->(k:Critique)
  WITH k ORDER BY k.id
  RETURN collect(k.id) AS because
}
RETURN v.id AS id, coalesce(v.text, v.quotation, v.grounds, v.goal, v.reasons, '') AS text, replaces,
       CASE WHEN EXISTS { (v)<-[:SUPERSEDES|WITHDRAWS]-() } THEN 'superseded' ELSE 'current' END AS standing,
       a.step AS step, because
ORDER BY v.run, v.seq, v.ord
