// name: erase
// params: rows: map[]
// returns: rows(count: int)
// why: Takes personal texts and their salts away, after the activity that says so was committed; commitments stay.
UNWIND $rows AS row
CALL (row) {
  MATCH (n:Artifact {id: row.id})
  RETURN n
  UNION
  MATCH (n:Activity {id: row.id})
  RETURN n
}
SET n += row.gone
RETURN count(*) AS count
