// name: from_what
// params: id: str
// returns: rows(sentence: str, text: str, document: str, title: str, date: str, source_class: str)
// why: From which sentences of which documents was this said?
MATCH (n:Artifact {id: $id})
CALL (n) {
  MATCH (n)-[:QUOTES]->(s:EvidenceSentence) RETURN s
UNION
  MATCH (n)-[:USES|RESTS_ON]->(r:EvidenceRecord)-[:QUOTES]->(s:EvidenceSentence)
  WHERE NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() }
  RETURN s
UNION
  MATCH (n)<-[:WARRANTS]-(w:Warrant)-[:USES]->(r:EvidenceRecord)-[:QUOTES]->(s:EvidenceSentence)
  WHERE NOT EXISTS { (w)<-[:SUPERSEDES|WITHDRAWS]-() } AND NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() }
  RETURN s
}
MATCH (s)-[:FROM_DOCUMENT]->(d:Document)
RETURN s.sentence_id AS sentence, s.text AS text, d.id AS document, d.title AS title, d.date AS date,
       d.source_class AS source_class
ORDER BY sentence, document
