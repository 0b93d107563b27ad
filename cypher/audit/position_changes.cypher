// name: position_changes
// params: before: str, after: str
// returns: rows(change: str, claim: str, text: str, before: str, after: str, because: str[])
// why: What changed between two positions of a run, and which challenges led to it?
MATCH (old:Artifact {id: $before})
MATCH (new:Artifact {id: $after})
WHERE old:Position AND new:Position
CALL (old, new) {
  MATCH (new)-[:SUPERSEDES]->{0,100}(p:Position)-[:SUPERSEDES]->{1,100}(old)
  MATCH (p)<-[:ABOUT]-(o:Outcome)-[:RESOLVES]->(x:Challenge)
  WITH DISTINCT x, o ORDER BY o.seq, x.id
  RETURN collect(x.id + ' ' + o.kind) AS because
}
CALL (old, new) {
  MATCH (new)-[:INCLUDES]->(s:Standing)-[:CLASSIFIES]->(c:Claim)
  OPTIONAL MATCH (c)-[:SUPERSEDES]->{0,100}(e:Claim)<-[:CLASSIFIES]-(b:Standing)<-[:INCLUDES]-(old)
  WITH c, s, e, b ORDER BY e.seq DESC, e.ord DESC
  WITH c, s, head(collect(e)) AS e, head(collect(b)) AS b
  WHERE e IS NULL OR e <> c OR b.class <> s.class OR b.condition <> s.condition
  RETURN CASE WHEN e IS NULL THEN 'added' WHEN e <> c THEN 'revised' ELSE 'standing' END AS change, c,
         b.class AS before, s.class AS after
UNION
  MATCH (old)-[:INCLUDES]->(b:Standing)-[:CLASSIFIES]->(c:Claim)
  WHERE NOT EXISTS {
    (c)<-[:SUPERSEDES]-{0,100}(:Claim)<-[:CLASSIFIES]-(:Standing)<-[:INCLUDES]-(new)
  }
  RETURN 'removed' AS change, c, b.class AS before, NULL AS after
}
RETURN change, c.id AS claim, c.text AS text, before, after, because
ORDER BY change, claim
