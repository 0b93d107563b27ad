// name: dropped_flaws
// params: run: str
// returns: rows(critique: str, flaw: str, quoted: str, grounds: str, utterance: str, turn: int, side: str, dropped_by: str)
// why: Which flaws in what one side said did the other side never take up, though it spoke after they were found?
MATCH (k:Artifact {run: $run})
USING INDEX SEEK k:Artifact(run, seq)
WHERE k.seq >= 0 AND k:Critique AND NOT k:Challenge AND NOT EXISTS { (k)<-[:SUPERSEDES|WITHDRAWS]-() }
MATCH (k)-[:ATTACKS]->(u:Utterance)
WHERE NOT EXISTS { (u)<-[:SUPERSEDES]-() }
CALL (k, u) {
  MATCH (x:Artifact {run: k.run})
  USING INDEX SEEK x:Artifact(run, seq)
  WHERE x.seq > k.seq AND x:Utterance AND x.side <> u.side AND (x.origin <> 'agent' OR x.accepted IS NOT NULL)
    AND NOT EXISTS { (x)<-[:SUPERSEDES]-() }
  RETURN collect(x) AS later
}
WITH k, u, later
WHERE size(later) > 0 AND NOT EXISTS {
    MATCH (k)<-[:ANSWERS]-(x:Utterance)
    WHERE x IN later
  }
RETURN k.id AS critique, k.flaw AS flaw, k.quoted AS quoted, k.grounds AS grounds, u.id AS utterance, u.turn AS turn,
       u.side AS side, later[0].side AS dropped_by
ORDER BY turn, critique
