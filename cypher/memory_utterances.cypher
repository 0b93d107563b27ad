// name: memory_utterances
// params: run: str, transcript: str
// returns: rows(id: str, turn: int, speaker: str, side: str, stage: str, text: str, cuts: int[], record: str, labels: [scheme, overall, reason][])
// why: The utterances of a debate in memory, with their records and the labels that stand.
// for: readers
MATCH (t:Artifact {id: $transcript})
WHERE t.run = $run
MATCH (u:Utterance)-[:SAID_IN]->(t)
OPTIONAL MATCH (r:MemoryRecord)-[:ABOUT]->(u)
WITH u, min(r.id) AS record
CALL (u) {
  MATCH (l:SchemeLabel)-[:ABOUT]->(u)
  WHERE NOT EXISTS { (l)<-[:SUPERSEDES|WITHDRAWS]-() }
  WITH l ORDER BY l.seq, l.ord
  RETURN collect([l.scheme, l.overall, l.reason]) AS labels
}
RETURN u.id AS id, u.turn AS turn, u.speaker AS speaker, u.side AS side, u.stage AS stage, u.text AS text, u.cuts AS cuts,
       record, labels
ORDER BY u.turn
