// name: recalled_unused
// params: run: str
// returns: rows(recollection: str, memory: str, record: str, rank: int, score: float, said: str, reason: str)
// why: Which records of memory were recalled in this debate and not used, and why not?
MATCH (c:Artifact {run: $run})
USING INDEX SEEK c:Artifact(run, seq)
WHERE c.seq >= 0 AND c:Recollection
MATCH (c)-[e:RECALLED]->(m:MemoryRecord)
WITH c, e, m, EXISTS {
    MATCH (u:Utterance)-[:RESTS_ON]->(c)
    WHERE u.accepted IS NOT NULL AND NOT EXISTS { (u)<-[:SUPERSEDES]-() }
  } AS spoken
WHERE NOT (e.exemplar AND spoken)
OPTIONAL MATCH (m)-[:ABOUT]->(said:Utterance)
RETURN c.id AS recollection, c.memory AS memory, m.id AS record, e.rank AS rank, e.score AS score, said.id AS said,
       CASE WHEN e.exemplar THEN 'nothing was spoken on it' ELSE 'not shown to the speaker' END AS reason
ORDER BY c.seq, c.ord, rank, record
