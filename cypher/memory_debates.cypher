// name: memory_debates
// params: run: str
// returns: rows(id: str, topic: str, match: str, format: str, sha256: str, characters: int, language: str, institution: str, date: str, licence: str, domain: str, remarks: str[], omissions: str, utterances: int, records: int, withdrawn: str)
// why: The debates of a memory as they were read, how many of their utterances can be recalled, and when one was withdrawn.
// for: readers
MATCH (t:Artifact {run: $run})
USING INDEX SEEK t:Artifact(run, seq)
WHERE t.seq >= 0 AND t:Transcript
CALL (t) {
  MATCH (u:Utterance)-[:SAID_IN]->(t)
  OPTIONAL MATCH (r:MemoryRecord)-[:ABOUT]->(u)
  RETURN count(DISTINCT u) AS utterances, count(DISTINCT r) AS records
}
CALL (t) {
  OPTIONAL MATCH (a:HumanAct)-[:WITHDRAWS]->(t)
  RETURN min(a.at) AS withdrawn
}
RETURN t.id AS id, t.topic AS topic, t.name AS match, t.format AS format, t.sha256 AS sha256, t.characters AS characters,
       t.language AS language, t.institution AS institution, t.date AS date, t.licence AS licence, t.domain AS domain,
       t.remarks AS remarks, t.omissions AS omissions, utterances, records, withdrawn
ORDER BY t.run, t.seq
