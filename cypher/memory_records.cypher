// name: memory_records
// params: run: str
// returns: rows(record: str, key: str, encoder: str, pieces: int, utterance: str, transcript: str, text: str, cuts: int[], topic: str, side: str, stage: str, labels: [scheme, overall][])
// why: Everything that can be recalled from a memory: the records of debates that were not withdrawn, with the labels that stand.
// for: readers
MATCH (r:Artifact {run: $run})
USING INDEX SEEK r:Artifact(run, seq)
WHERE r.seq >= 0 AND r:MemoryRecord
MATCH (r)-[:ABOUT]->(u:Utterance)-[:SAID_IN]->(t:Transcript)
WHERE NOT EXISTS { (t)<-[:WITHDRAWS]-() }
CALL (u) {
  MATCH (l:SchemeLabel)-[:ABOUT]->(u)
  WHERE NOT EXISTS { (l)<-[:SUPERSEDES|WITHDRAWS]-() }
  WITH l ORDER BY l.seq, l.ord
  RETURN collect([l.scheme, l.overall]) AS labels
}
RETURN r.id AS record, r.key AS key, r.encoder AS encoder, r.pieces AS pieces, u.id AS utterance, t.id AS transcript,
       u.text AS text, u.cuts AS cuts, t.topic AS topic, u.side AS side, u.stage AS stage, labels
ORDER BY r.run, r.seq, r.ord
