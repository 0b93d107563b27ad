// name: erase
// params: rows: map[], edges: map[]
// returns: rows(count: int)
// why: Takes personal texts and their salts away, after the activity that says so was committed; commitments stay.
CALL () {
  UNWIND $rows AS row
  CALL (row) {
    MATCH (n:Artifact {id: row.id})
    RETURN n
    UNION
    MATCH (n:Activity {id: row.id})
    RETURN n
  }
  SET n += row.gone
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
  SET e += row.gone
  RETURN count(*) AS drawn
}
RETURN nodes + drawn AS count
