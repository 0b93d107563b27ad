// name: dropped_utterances
// params: run: str
// returns: rows(utterance: str, turn: int, side: str, speaker: str, dropped_by: str, chances: int, text: str)
// why: Which utterances did the other side never answer, though it spoke later?
MATCH (u:Artifact {run: $run})
USING INDEX SEEK u:Artifact(run, seq)
WHERE u.seq >= 0 AND u:Utterance AND (u.origin <> 'agent' OR u.accepted IS NOT NULL) AND NOT EXISTS { (u)<-[:SUPERSEDES]-() }
WITH collect(u) AS said
UNWIND said AS u
WITH u, [x IN said WHERE x.side <> u.side AND x.turn > u.turn] AS later
WHERE size(later) > 0 AND NOT EXISTS {
    MATCH (u)<-[:ANSWERS]-(x:Utterance)
    WHERE x IN later
  }
RETURN u.id AS utterance, u.turn AS turn, u.side AS side, u.speaker AS speaker, later[0].side AS dropped_by,
       size(later) AS chances, u.text AS text
ORDER BY turn, utterance
