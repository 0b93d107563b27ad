// name: document_uses
// params: sentences: str[]
// returns: rows(sentence: str, node: str, run: str, used_by: str, kind: str, stance_id: str, text: str)
// why: Claims and critiques of any run that use these sentences, each with the node as which its run holds the sentence.
UNWIND $sentences AS wanted
MATCH (s:EvidenceSentence {sentence_id: wanted})<-[:QUOTES]-(r:EvidenceRecord)
USING INDEX SEEK s:EvidenceSentence(sentence_id)
WHERE NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() }
CALL (r) {
  MATCH (r)<-[:USES]-(w:Warrant)-[:WARRANTS]->(x:Claim)
  WHERE NOT EXISTS { (w)<-[:SUPERSEDES|WITHDRAWS]-() }
  RETURN x
UNION
  MATCH (r)<-[:RESTS_ON]-(x:Critique) RETURN x
}
WITH s, x
WHERE NOT EXISTS { (x)<-[:SUPERSEDES|WITHDRAWS]-() }
RETURN DISTINCT s.sentence_id AS sentence, s.id AS node, x.run AS run, x.id AS used_by,
       CASE WHEN x:Claim THEN 'Claim' WHEN x:Challenge THEN 'Challenge' ELSE 'Critique' END AS kind,
       x.stance_id AS stance_id, coalesce(x.text, x.grounds, '') AS text
ORDER BY sentence, run, used_by, node
