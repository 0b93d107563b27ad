// name: erasure_rows
// params: ids: str[], edges: map[]
// returns: rows(place: int, props: map)
// why: What the nodes, activities and edges that are to be erased hold now, each with its place in the two lists, edges after the others.
// effect: reads what is about to be erased; it takes maps, which nobody outside can give.
CALL () {
  UNWIND range(0, size($ids) - 1) AS place
  CALL (place) {
    MATCH (n:Artifact {id: $ids[place]})
    RETURN n
    UNION
    MATCH (n:Activity {id: $ids[place]})
    RETURN n
  }
  RETURN place, properties(n) AS props
UNION ALL
  UNWIND range(0, size($edges) - 1) AS number
  WITH number, $edges[number] AS row
  CALL (row) {
    MATCH (n:Artifact {id: row.start})
    RETURN n
    UNION
    MATCH (n:Activity {id: row.start})
    RETURN n
  }
  MATCH (n)-[e]->()
  WHERE e.activity = row.activity AND e.ord = row.ord AND type(e) = row.type
  RETURN size($ids) + number AS place, properties(e) AS props
}
RETURN place, props
ORDER BY place
