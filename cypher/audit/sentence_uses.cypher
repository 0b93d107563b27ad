// name: sentence_uses
// params: id: str, limit: int = 200
// returns: rows(run: str, record: str, used_by: str, kind: str, stance_id: str, text: str)
// why: Who used this sentence, of any run, for which claim or critique?
MATCH (given:Artifact {id: $id})
WHERE given:EvidenceSentence
MATCH (s:EvidenceSentence {sentence_id: given.sentence_id})<-[:QUOTES]-(r:EvidenceRecord)
USING INDEX SEEK s:EvidenceSentence(sentence_id)
WHERE NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() }
CALL (r) {
  MATCH (r)<-[:USES]-(w:Warrant)-[:WARRANTS]->(x:Claim)
  WHERE NOT EXISTS { (w)<-[:SUPERSEDES|WITHDRAWS]-() }
  RETURN x
UNION
  MATCH (r)<-[:RESTS_ON]-(x:Critique) RETURN x
}
WITH r, x
WHERE NOT EXISTS { (x)<-[:SUPERSEDES|WITHDRAWS]-() }
RETURN x.run AS run, r.id AS record, x.id AS used_by, CASE WHEN x:Challenge THEN 'Challenge' WHEN x:Ruling THEN 'Ruling' WHEN x:Weighing THEN 'Weighing'
         ELSE [label IN labels(x) WHERE NOT label IN ['Artifact', 'Activity']][0] END AS kind, x.stance_id AS stance_id,
       coalesce(x.text, x.grounds) AS text
ORDER BY run, used_by, record
LIMIT $limit
