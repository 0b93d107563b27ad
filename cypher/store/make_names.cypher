// name: make_names
// params: labels: str[], properties: str[]
// returns: rows(names: int)
// why: Makes the names of labels and properties known before a row has them: a statement that was planned before a name of its own was there is planned again when it is, the longest several times in a young database.
// effect: writes names, no rows.
CALL () {
  UNWIND $labels AS label
  CALL db.createLabel(label)
  RETURN count(*) AS made
}
CALL () {
  UNWIND $properties AS property
  CALL db.createProperty(property)
  RETURN count(*) AS more
}
RETURN made + more AS names
