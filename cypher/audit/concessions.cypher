// name: concessions
// params: run: str
// returns: rows(reply: str, stance_id: str, text: str, critique: str, critic: str)
// why: Who conceded which point, and to whom?
MATCH (y:Artifact {run: $run})
USING INDEX SEEK y:Artifact(run, seq)
WHERE y.seq >= 0 AND y:Reply AND y.concedes
MATCH (y)-[:ANSWERS]->(k:Artifact)
RETURN y.id AS reply, y.stance_id AS stance_id, y.text AS text, k.id AS critique, k.stance_id AS critic
ORDER BY reply, critique
