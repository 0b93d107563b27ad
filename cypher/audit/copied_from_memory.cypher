// name: copied_from_memory
// params: run: str
// returns: rows(utterance: str, turn: int, side: str, speaker: str, copied: str, source: str[], text: str)
// why: Which utterances say eight words or more as they stand in memory, at which places, and whose words are they?
MATCH (u:Artifact {run: $run})
USING INDEX SEEK u:Artifact(run, seq)
WHERE u.seq >= 0 AND u:Utterance AND u.accepted IS NOT NULL AND u.copied IS NOT NULL AND u.copied <> '[]'
  AND NOT EXISTS { (u)<-[:SUPERSEDES]-() }
CALL (u) {
  OPTIONAL MATCH (u)-[:RESTS_ON]->(:Recollection)-[:RECALLED]->(m:MemoryRecord)-[:ABOUT]->(said:Utterance)
  WHERE u.copied CONTAINS '"' + m.id + '"'
  WITH DISTINCT said ORDER BY said.id
  RETURN collect(said.id) AS source
}
RETURN u.id AS utterance, u.turn AS turn, u.side AS side, u.speaker AS speaker, u.copied AS copied, source, u.text AS text
ORDER BY turn, utterance
