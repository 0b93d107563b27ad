// name: memory_used
// params: run: str
// returns: rows(utterance: str, turn: int, side: str, record: str, rank: int, score: float, memory: str, said: str, speaker: str, transcript: str, topic: str)
// why: Which records of which memory were shown to the speaker before which utterance of this debate?
MATCH (u:Artifact {run: $run})
USING INDEX SEEK u:Artifact(run, seq)
WHERE u.seq >= 0 AND u:Utterance AND (u.origin <> 'agent' OR u.accepted IS NOT NULL) AND NOT EXISTS { (u)<-[:SUPERSEDES]-() }
MATCH (u)-[:RESTS_ON]->(c:Recollection)-[e:RECALLED]->(m:MemoryRecord)
WHERE e.exemplar
OPTIONAL MATCH (m)-[:ABOUT]->(said:Utterance)
OPTIONAL MATCH (said)-[:SAID_IN]->(t:Transcript)
RETURN u.id AS utterance, u.turn AS turn, u.side AS side, m.id AS record, e.rank AS rank, e.score AS score,
       c.memory AS memory, said.id AS said, said.speaker AS speaker, t.id AS transcript, t.topic AS topic
ORDER BY turn, utterance, rank, record
