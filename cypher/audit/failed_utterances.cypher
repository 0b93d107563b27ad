// name: failed_utterances
// params: run: str
// returns: rows(utterance: str, turn: int, side: str, speaker: str, origin: str, rounds: int, faults: str[], feedback: str, text: str)
// why: Which utterances of this debate did their judge not accept, and stayed?
MATCH (u:Artifact {run: $run})
USING INDEX SEEK u:Artifact(run, seq)
WHERE u.seq >= 0 AND u:Utterance AND (u.origin <> 'agent' OR u.accepted IS NOT NULL) AND NOT EXISTS { (u)<-[:SUPERSEDES]-() }
CALL (u) {
  OPTIONAL MATCH (u)-[:SUPERSEDES]->{0,1}(said:Utterance)<-[:ABOUT]-(j:Judgement)
  RETURN j
  ORDER BY j.seq DESC, j.ord DESC
  LIMIT 1
}
WITH u, j
WHERE u.accepted = false OR (u.accepted IS NULL AND j.accepted = false)
RETURN u.id AS utterance, u.turn AS turn, u.side AS side, u.speaker AS speaker, u.origin AS origin,
       coalesce(u.round, 0) AS rounds, coalesce(j.faults, []) AS faults, j.feedback AS feedback, u.text AS text
ORDER BY turn, utterance
