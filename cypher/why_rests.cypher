// name: why_rests
// params: ids: str[]
// returns: rows(of: str, how: str, id: str, labels: str[], props: map)
// why: One step from each of these nodes towards the sources: the live parts that it stands on.
UNWIND $ids AS of
MATCH (n:Artifact {id: of})
CALL (n) {
  MATCH (n)<-[e:WARRANTS|BACKS|QUALIFIES|EXCEPTS]-(m:Artifact)
  WITH m, type(e) AS t
  WHERE CASE t
          WHEN 'WARRANTS' THEN m:Warrant
          WHEN 'BACKS' THEN m:Backing
          WHEN 'QUALIFIES' THEN m:Qualifier
          ELSE m:Rebuttal END
  RETURN m, CASE t
              WHEN 'WARRANTS' THEN 'is licensed by'
              WHEN 'BACKS' THEN 'is backed by'
              WHEN 'QUALIFIES' THEN 'is qualified by'
              ELSE 'has the exception' END AS how
UNION
  MATCH (n)-[e:USES|QUOTES|FROM_DOCUMENT|RESTS_ON|RECALLED|ABOUT|SAID_IN|ANSWERS|PRESUPPOSES|TAKES_UP]->(m:Artifact)
  WITH n, m, e, type(e) AS t
  WHERE CASE t
          WHEN 'USES' THEN m:EvidenceRecord
          WHEN 'QUOTES' THEN m:EvidenceSentence
          WHEN 'FROM_DOCUMENT' THEN m:Document
          WHEN 'RECALLED' THEN n:Recollection AND m:MemoryRecord AND e.exemplar
          WHEN 'ABOUT' THEN n:MemoryRecord AND m:Utterance
          WHEN 'SAID_IN' THEN n:Utterance AND m:Transcript
          WHEN 'ANSWERS' THEN n:Utterance AND m:Utterance OR n:Utterance AND m:Critique
          WHEN 'PRESUPPOSES' THEN m:Issue
          ELSE true END
  RETURN m, CASE t
              WHEN 'USES' THEN 'uses'
              WHEN 'QUOTES' THEN 'quotes'
              WHEN 'FROM_DOCUMENT' THEN 'stands in'
              WHEN 'RECALLED' THEN 'shows from memory'
              WHEN 'ABOUT' THEN 'remembers'
              WHEN 'SAID_IN' THEN 'was said in'
              WHEN 'ANSWERS' THEN 'answers'
              WHEN 'PRESUPPOSES' THEN 'presupposes ' + e.outcome + ' on'
              WHEN 'TAKES_UP' THEN 'takes up ' + CASE WHEN m:Utterance THEN 'what was said' ELSE 'a flaw found' END + ' at turn ' + e.turn + ' of a debate'
              ELSE 'rests on' END AS how
}
WITH of, how, m
WHERE NOT EXISTS { (m)<-[:SUPERSEDES|WITHDRAWS]-() }
RETURN of, how, m.id AS id, labels(m) AS labels, properties(m) AS props
ORDER BY of, m.run, m.seq, m.ord, how
