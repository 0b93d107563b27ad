// name: erase
// params: rows: map[], edges: map[]
// returns: rows(count: int)
// why: Takes personal texts away, after the activity that says so was committed; commitments stay. Each row is locked (writing a property with its own value changes nothing but locks), and changed only if its salt and keys are still those that the change was made from: two erasures at once would else undo each other.
// effect: writes: a text becomes null, and the salt of its row, or the keys of what the row keeps, take the place of the salt.
CALL () {
  UNWIND $rows AS row
  CALL (row) {
    MATCH (n:Artifact {id: row.id})
    RETURN n
    UNION
    MATCH (n:Activity {id: row.id})
    RETURN n
  }
  SET n.at = n.at
  WITH n, row
  WHERE coalesce(n.salt, '') = row.salt AND coalesce(n.partly_erased, '') = row.partly
  SET n += row.changes
  RETURN count(*) AS nodes
}
CALL () {
  UNWIND $edges AS row
  CALL (row) {
    MATCH (n:Artifact {id: row.start})
    RETURN n
    UNION
    MATCH (n:Activity {id: row.start})
    RETURN n
  }
  MATCH (n)-[e]->()
  WHERE e.activity = row.activity AND e.ord = row.ord AND type(e) = row.type
  SET e.at = e.at
  WITH e, row
  WHERE coalesce(e.salt, '') = row.salt AND coalesce(e.partly_erased, '') = row.partly
  SET e += row.changes
  RETURN count(*) AS drawn
}
RETURN nodes + drawn AS count
