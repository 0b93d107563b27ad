// name: why_rests
// params: ids: str[]
// returns: rows(of: str, how: str, id: str, labels: str[], props: map)
// why: One step from each of these nodes towards the sources: the live parts that it stands on.
UNWIND $ids AS of
MATCH (n:Artifact {id: of})
CALL (n) {
  MATCH (n)<-[:WARRANTS]-(m:Warrant) RETURN m, 'is licensed by' AS how
UNION
  MATCH (n)<-[:BACKS]-(m:Backing) RETURN m, 'is backed by' AS how
UNION
  MATCH (n)<-[:QUALIFIES]-(m:Qualifier) RETURN m, 'is qualified by' AS how
UNION
  MATCH (n)<-[:EXCEPTS]-(m:Rebuttal) RETURN m, 'has the exception' AS how
UNION
  MATCH (n)-[:USES]->(m:EvidenceRecord) RETURN m, 'uses' AS how
UNION
  MATCH (n)-[:QUOTES]->(m:EvidenceSentence) RETURN m, 'quotes' AS how
UNION
  MATCH (n)-[:FROM_DOCUMENT]->(m:Document) RETURN m, 'stands in' AS how
UNION
  MATCH (n)-[:RESTS_ON]->(m:Artifact) RETURN m, 'rests on' AS how
UNION
  MATCH (n:Recollection)-[e:RECALLED]->(m:MemoryRecord) WHERE e.exemplar RETURN m, 'shows from memory' AS how
UNION
  MATCH (n:MemoryRecord)-[:ABOUT]->(m:Utterance) RETURN m, 'remembers' AS how
UNION
  MATCH (n:Utterance)-[:SAID_IN]->(m:Transcript) RETURN m, 'was said in' AS how
UNION
  MATCH (n:Utterance)-[:ANSWERS]->(m:Artifact) WHERE m:Utterance OR m:Critique RETURN m, 'answers' AS how
UNION
  MATCH (n)-[p:PRESUPPOSES]->(m:Issue) RETURN m, 'presupposes ' + p.outcome + ' on' AS how
}
WITH of, how, m
WHERE NOT EXISTS { (m)<-[:SUPERSEDES|WITHDRAWS]-() }
RETURN of, how, m.id AS id, labels(m) AS labels, properties(m) AS props
ORDER BY of, m.run, m.seq, m.ord, how
