// name: why_leads
// params: ids: str[]
// returns: rows(of: str, how: str, id: str, labels: str[], props: map)
// why: One step from each of these nodes towards the position: what it was used in, spoken for or attacked.
UNWIND $ids AS of
MATCH (n:Artifact {id: of})
CALL (n) {
  MATCH (n)<-[e:QUOTES|USES|RESTS_ON|PRESUPPOSES|FILLS|SUPERSEDES|FROM_DOCUMENT|TAKES_UP]-(m:Artifact)
  WITH n, m, type(e) AS t
  WHERE CASE t
          WHEN 'QUOTES' THEN m:EvidenceRecord
          WHEN 'USES' THEN m:Warrant
          WHEN 'PRESUPPOSES' THEN n:Issue
          WHEN 'FILLS' THEN n:Syllogism AND m:Claim
          WHEN 'FROM_DOCUMENT' THEN m:EvidenceSentence AND EXISTS { (m)<-[:QUOTES]-() }
          ELSE true END
  RETURN m, CASE t
              WHEN 'QUOTES' THEN 'is quoted in'
              WHEN 'USES' THEN 'is used by'
              WHEN 'RESTS_ON' THEN 'carries'
              WHEN 'PRESUPPOSES' THEN 'is presupposed by'
              WHEN 'FILLS' THEN 'is filled by'
              WHEN 'SUPERSEDES' THEN 'was replaced by'
              WHEN 'TAKES_UP' THEN 'is taken up by'
              ELSE 'holds' END AS how
UNION
  MATCH (n)-[e:WARRANTS|BACKS|QUALIFIES|EXCEPTS|ATTACKS|ANSWERS|RATES|DECIDES|UNDERCUTS]->(m:Artifact)
  WITH n, m, type(e) AS t
  WHERE CASE t
          WHEN 'BACKS' THEN m:Warrant
          WHEN 'ANSWERS' THEN n:Reply
          WHEN 'WARRANTS' THEN m:Claim
          WHEN 'QUALIFIES' THEN m:Claim
          WHEN 'EXCEPTS' THEN m:Claim
          ELSE true END
  RETURN m, CASE t
              WHEN 'WARRANTS' THEN 'licenses'
              WHEN 'BACKS' THEN 'backs'
              WHEN 'QUALIFIES' THEN 'qualifies'
              WHEN 'EXCEPTS' THEN 'states an exception to'
              WHEN 'ATTACKS' THEN 'attacks'
              WHEN 'ANSWERS' THEN 'answers'
              WHEN 'UNDERCUTS' THEN 'undercuts'
              ELSE 'rates' END AS how
UNION
  MATCH (n:Challenge)-[:CHALLENGES]->(m:Finding)
  WHERE NOT EXISTS { (n)-[:ATTACKS]->(m) }
  RETURN m, 'is raised against' AS how
UNION
  MATCH (n:TemplateChoice)<-[:DEPENDS_ON]-(:TemplateTraversal)<-[:FOLLOWS]-(m:Claim) RETURN m, 'made room for' AS how
UNION
  MATCH (n)<-[:WITHDRAWS]-(m:Activity) WHERE m:AgentTurn OR m:Validation RETURN m, 'was withdrawn by' AS how
UNION
  MATCH (n)<-[:CLASSIFIES]-(s:Standing)<-[:INCLUDES]-(m:Position)
  WHERE NOT EXISTS { (m)<-[:SUPERSEDES]-() }
  RETURN m, 'is classed ' + s.class + ' in' AS how
UNION
  MATCH (n)<-[:INCLUDES]-(m:Position)
  WHERE NOT EXISTS { (m)<-[:SUPERSEDES]-() }
  RETURN m, 'is part of' AS how
}
RETURN of, how, m.id AS id, labels(m) AS labels, properties(m) AS props
ORDER BY of, m.run, m.seq, m.ord, how
