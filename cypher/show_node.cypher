// name: show_node
// params: id: str
// returns: rows(labels: str[], props: map, activity: map)
// why: One node or activity with the activity that wrote it: who said this, when, in which role.
CALL () {
  MATCH (n:Artifact {id: $id}) RETURN n
UNION
  MATCH (n:Activity {id: $id}) RETURN n
}
OPTIONAL MATCH (a:Activity {id: n.activity})
RETURN labels(n) AS labels, properties(n) AS props, properties(a) AS activity
