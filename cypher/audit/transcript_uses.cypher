// name: transcript_uses
// params: transcript: str, limit: int = 200
// returns: rows(debate: str, turns: int[], records: int, shown: int, withdrawn: bool)
// why: Which debates did this remembered debate shape: at which turns, with how many records recalled and shown?
MATCH (t:Artifact {id: $transcript})<-[:SAID_IN]-(:Utterance)<-[:ABOUT]-(m:MemoryRecord)<-[e:RECALLED]-(c:Recollection)
MATCH (c)<-[:RESTS_ON]-(u:Utterance)
WHERE u.accepted IS NOT NULL AND NOT EXISTS { (u)<-[:SUPERSEDES]-() }
WITH t, c.run AS debate, u, m, e ORDER BY u.turn
RETURN debate, collect(DISTINCT u.turn) AS turns, count(DISTINCT m) AS records,
       count(DISTINCT CASE WHEN e.exemplar THEN m END) AS shown, EXISTS { (t)<-[:WITHDRAWS]-() } AS withdrawn
ORDER BY debate
LIMIT $limit
