// name: overruled_ratings
// params: run: str
// returns: rows(challenge: str, machine: str, machine_rule: str, person: str, reasons: str)
// why: Where did a person rule otherwise than the machine had rated provisionally?
MATCH (x:Artifact {run: $run})
USING INDEX SEEK x:Artifact(run, seq)
WHERE x.seq >= 0 AND x:Challenge
MATCH (x)<-[:DECIDES]-(m:Ruling)
WHERE NOT m.human
MATCH (x)<-[:DECIDES]-(h:Ruling)
WHERE h.human AND h.verdict <> m.verdict AND (h.seq > m.seq OR h.seq = m.seq AND h.ord > m.ord)
RETURN x.id AS challenge, m.verdict AS machine, m.rule AS machine_rule, h.verdict AS person, h.reasons AS reasons
ORDER BY challenge, m.seq, h.seq, m.id, h.id
