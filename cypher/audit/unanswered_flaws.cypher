// name: unanswered_flaws
// params: run: str
// returns: rows(critique: str, flaw: str, grounds: str, turn: int, side: str, held_by: str, held_at: int, chances: int)
// why: Which flaws were held against a side by an utterance whose sentences it never answered, though it spoke later?
MATCH (k:Artifact {run: $run})
USING INDEX SEEK k:Artifact(run, seq)
WHERE k.seq >= 0 AND k:Critique AND NOT k:Challenge AND NOT EXISTS { (k)<-[:SUPERSEDES|WITHDRAWS]-() }
MATCH (k)-[:ATTACKS]->(u:Utterance), (k)<-[h:ANSWERS]-(x:Utterance)
WHERE x.side <> u.side AND (x.origin <> 'agent' OR x.accepted IS NOT NULL) AND NOT EXISTS { (x)<-[:SUPERSEDES]-() }
CALL (x) {
  MATCH (y:Artifact {run: x.run})
  USING INDEX SEEK y:Artifact(run, seq)
  WHERE y.seq > x.seq AND y:Utterance AND y.side <> x.side AND (y.origin <> 'agent' OR y.accepted IS NOT NULL)
    AND NOT EXISTS { (y)<-[:SUPERSEDES]-() }
  RETURN collect(y) AS later
}
WITH k, u, h, x, later
WHERE size(later) > 0 AND NOT EXISTS {
    MATCH (x)<-[e:ANSWERS]-(y:Utterance)
    WHERE y IN later AND (e.of IS NULL OR h.sentences IS NULL OR any(n IN e.of WHERE n IN h.sentences))
  }
RETURN k.id AS critique, k.flaw AS flaw, k.grounds AS grounds, u.turn AS turn, u.side AS side, x.id AS held_by,
       x.turn AS held_at, size(later) AS chances
ORDER BY held_at, critique, held_by
