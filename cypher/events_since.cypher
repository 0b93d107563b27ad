// name: events_since
// params: since: str
// returns: rows(id: str, kind: str, at: str, run: str, word: str, human: bool, certified: bool, about: str)
// why: What webhooks tell of: challenges, rulings of people and machines, outcomes and positions from a moment on.
// scans: Every node of these four kinds; there are a few for each challenge and run.
CALL {
  MATCH (x:Challenge) WHERE x.at >= $since
  RETURN x, x.kind AS word, null AS human, null AS certified, null AS about
UNION ALL
  MATCH (x:Ruling) WHERE x.at >= $since
  OPTIONAL MATCH (x)-[:DECIDES]->(c:Challenge)
  RETURN x, x.verdict AS word, x.human AS human, null AS certified, c.id AS about
UNION ALL
  MATCH (x:Outcome) WHERE x.at >= $since
  OPTIONAL MATCH (x)-[:RESOLVES]->(c:Challenge)
  RETURN x, x.kind AS word, null AS human, null AS certified, c.id AS about
UNION ALL
  MATCH (x:Position) WHERE x.at >= $since
  RETURN x, null AS word, null AS human, x.certified AS certified, null AS about
}
RETURN x.id AS id, [label IN labels(x) WHERE label IN ['Challenge', 'Ruling', 'Outcome', 'Position']][0] AS kind,
       x.at AS at, x.run AS run, coalesce(word, '') AS word, coalesce(human, false) AS human,
       coalesce(certified, false) AS certified, coalesce(about, '') AS about
ORDER BY at, id
