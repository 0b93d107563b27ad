// name: challenges_of
// params: run: str
// returns: rows(challenge: str, kind: str, grounds: str, target: str, ruling: str, by_person: bool, outcome: str, untouched: int)
// why: Which challenges were raised, and what was the last ruling and outcome of each?
MATCH (x:Artifact {run: $run})
USING INDEX SEEK x:Artifact(run, seq)
WHERE x.seq >= 0 AND x:Challenge
MATCH (x)-[:CHALLENGES]->(t:Artifact)
CALL (x) {
  OPTIONAL MATCH (x)<-[:DECIDES]-(r:Ruling)
  RETURN r
  ORDER BY r.seq DESC, r.ord DESC
  LIMIT 1
}
CALL (x) {
  OPTIONAL MATCH (x)<-[:RESOLVES]-(o:Outcome)
  RETURN o
  ORDER BY o.seq DESC, o.ord DESC
  LIMIT 1
}
RETURN x.id AS challenge, x.kind AS kind, x.grounds AS grounds, t.id AS target, r.verdict AS ruling,
       r.human AS by_person, o.kind AS outcome, o.untouched AS untouched
ORDER BY challenge, target
