// name: prov_head
// params: run: str
// returns: rows(labels: str[], props: map, agents: str[], people: int, begun: str, last: str, seq: int, hash: str, models: str[], corpora: str[])
// why: What the marking of an export says of a chain, before anything of the chain is read.
MATCH (r:Artifact {id: $run})
CALL (r) {
  MATCH (a:Activity {run: r.id})
  USING INDEX SEEK a:Activity(run, seq)
  WHERE a.seq >= 0
  WITH a, a:HumanAct OR a.agent = 'person' AS person
  RETURN collect(DISTINCT CASE WHEN NOT person THEN a.agent END) AS agents,
         count(DISTINCT CASE WHEN person THEN a.by END) + count(CASE WHEN person AND a.by IS NULL THEN 1 END) AS people,
         min(a.at) AS begun, max(a.at) AS last, max(a.seq) AS seq
}
CALL (r) {
  MATCH (m:Artifact {run: r.id})
  USING INDEX SEEK m:Artifact(run, seq)
  WHERE m.seq >= 0 AND m:ModelCall|Document
  RETURN collect(DISTINCT m.model + ' (' + m.provider + ')') AS models, collect(DISTINCT m.corpus) AS corpora
}
MATCH (h:Activity {run: r.id, seq: seq})
RETURN labels(r) AS labels, properties(r) AS props, agents, people, begun, last, seq, h.hash AS hash, models, corpora
