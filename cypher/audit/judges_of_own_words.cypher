// name: judges_of_own_words
// params: run: str
// returns: rows(agent: str, provider: str, judged: int, accepted: int, turns: int[])
// why: Which agents judged in this debate what they had written themselves, at which turns?
MATCH (j:Artifact {run: $run})
USING INDEX SEEK j:Artifact(run, seq)
WHERE j.seq >= 0 AND j:Judgement
MATCH (j)-[:ABOUT]->(u:Utterance)
WHERE u.origin = 'agent'
MATCH (judge:Activity {id: j.activity}), (writer:Activity {id: u.activity})
WHERE judge.agent = writer.agent AND coalesce(judge.provider, '') = coalesce(writer.provider, '')
WITH judge, j, u ORDER BY u.turn
RETURN judge.agent AS agent, judge.provider AS provider, count(j) AS judged,
       sum(CASE WHEN j.accepted THEN 1 ELSE 0 END) AS accepted, collect(DISTINCT u.turn) AS turns
ORDER BY agent, provider
