// name: to_be_decided
// params: run: str
// returns: rows(agenda: str, standing: str, id: str, kind: str, name: str, text: str, condition: str)
// why: What is to be decided: the options and issues of each version of a run's agenda, the current one first.
// for: readers
MATCH (a:Artifact {run: $run})
USING INDEX SEEK a:Artifact(run, seq)
WHERE a.seq >= 0 AND a:Agenda
MATCH (a)-[:HAS_PART]->(p:Artifact)
WHERE p:Issue OR p:Option
RETURN a.id AS agenda, CASE WHEN EXISTS { (a)<-[:SUPERSEDES]-() } THEN 'superseded' ELSE 'current' END AS standing,
       p.id AS id, CASE WHEN p:Issue THEN 'Issue' ELSE 'Option' END AS kind, p.name AS name, p.text AS text,
       coalesce(p.condition, '') AS condition
ORDER BY a.seq DESC, kind DESC, p.seq, p.ord
