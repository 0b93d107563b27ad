// name: labels_withdrawn
// params: run: str
// returns: rows(label: str, activity: str, at: str, challenge: str, utterance: str, turn: int)
// why: The utterances of a debate that were spoken after a record was shown whose scheme label a ruling took out of its memory later; older versions included.
// for: readers
MATCH (u:Artifact {run: $run})
USING INDEX SEEK u:Artifact(run, seq)
WHERE u.seq >= 0 AND u:Utterance AND u.accepted IS NOT NULL
MATCH (u)-[:RESTS_ON]->(c:Recollection)-[e:RECALLED]->(m:MemoryRecord)-[:ABOUT]->(:Utterance)<-[:ABOUT]-(l:SchemeLabel)
WHERE e.exemplar
MATCH (l)<-[:WITHDRAWS]-(a:Activity)
WHERE c.at <= a.at AND NOT EXISTS { (l)<-[:SUPERSEDES]-() }
MATCH (l)<-[:ATTACKS]-(k:Challenge)
WHERE EXISTS { (k)<-[:DECIDES]-(r:Ruling) WHERE r.human AND r.verdict = 'valid' }
RETURN l.id AS label, a.id AS activity, a.at AS at, min(k.id) AS challenge, u.id AS utterance, u.turn AS turn
ORDER BY at, activity, turn, utterance
