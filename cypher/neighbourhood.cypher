// name: neighbourhood
// params: id: str, limit: int
// returns: rows(direction: str, type: str, id: str, labels: str[], props: map, text: str)
// why: The edges of one node or activity, out and in, with what they lead to.
CALL () {
  MATCH (n:Artifact {id: $id}) RETURN n
UNION
  MATCH (n:Activity {id: $id}) RETURN n
}
MATCH (n)-[e]-(m)
RETURN CASE WHEN startNode(e) = n THEN 'out' ELSE 'in' END AS direction, type(e) AS type, m.id AS id,
       labels(m) AS labels, properties(e) AS props,
       coalesce(m.text, m.quotation, m.grounds, m.question, m.name, m.goal, m.reasons, m.title, m.detail, m.step, '') AS text
ORDER BY direction DESC, type, m.run, m.seq, m.ord
LIMIT $limit
