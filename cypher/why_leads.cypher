// name: why_leads
// params: ids: str[]
// returns: rows(of: str, how: str, id: str, labels: str[], props: map)
// why: One step from each of these nodes towards the position: what it was used in, spoken for or attacked.
UNWIND $ids AS of
MATCH (n:Artifact {id: of})
CALL (n) {
  MATCH (n)<-[:FROM_DOCUMENT]-(m:EvidenceSentence) WHERE EXISTS { (m)<-[:QUOTES]-() } RETURN m, 'holds' AS how
UNION
  MATCH (n)<-[:QUOTES]-(m:EvidenceRecord) RETURN m, 'is quoted in' AS how
UNION
  MATCH (n)<-[:USES]-(m:Warrant) RETURN m, 'is used by' AS how
UNION
  MATCH (n)-[:WARRANTS]->(m:Claim) RETURN m, 'licenses' AS how
UNION
  MATCH (n)-[:BACKS]->(m:Warrant) RETURN m, 'backs' AS how
UNION
  MATCH (n)-[:QUALIFIES]->(m:Claim) RETURN m, 'qualifies' AS how
UNION
  MATCH (n)-[:EXCEPTS]->(m:Claim) RETURN m, 'states an exception to' AS how
UNION
  MATCH (n)-[:ATTACKS]->(m:Artifact) RETURN m, 'attacks' AS how
UNION
  MATCH (n:Reply)-[:ANSWERS]->(m:Artifact) RETURN m, 'answers' AS how
UNION
  MATCH (n)-[:RATES|DECIDES]->(m:Artifact) RETURN m, 'rates' AS how
UNION
  MATCH (n)<-[:RESTS_ON]-(m:Artifact) RETURN m, 'carries' AS how
UNION
  MATCH (n:Issue)<-[:PRESUPPOSES]-(m:Artifact) RETURN m, 'is presupposed by' AS how
UNION
  MATCH (n)-[:UNDERCUTS]->(m:Artifact) RETURN m, 'undercuts' AS how
UNION
  MATCH (n:Syllogism)<-[:FILLS]-(m:Claim) RETURN m, 'is filled by' AS how
UNION
  MATCH (n:TemplateChoice)<-[:DEPENDS_ON]-(:TemplateTraversal)<-[:FOLLOWS]-(m:Claim) RETURN m, 'made room for' AS how
UNION
  MATCH (n)<-[:SUPERSEDES]-(m:Artifact) RETURN m, 'was replaced by' AS how
UNION
  MATCH (n)<-[:WITHDRAWS]-(m:AgentTurn) RETURN m, 'was withdrawn by' AS how
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
