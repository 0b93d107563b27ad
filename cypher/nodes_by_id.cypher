// name: nodes_by_id
// params: ids: str[]
// returns: rows(labels: str[], props: map)
// why: Nodes of other chains that a run begins with: the perspectives it argues from and the documents it reads.
UNWIND $ids AS id
MATCH (n:Artifact {id: id})
RETURN labels(n) AS labels, properties(n) AS props
