// name: challenge_course
// params: id: str
// returns: rows(what: str, id: str, detail: str, by_person: bool, text: str, at: str)
// why: What became of this challenge: every ruling on it and every outcome, in order?
MATCH (x:Artifact {id: $id})
WHERE x:Challenge
CALL (x) {
  MATCH (x)<-[:DECIDES]-(r:Ruling)
  RETURN 'ruling' AS what, r AS n, r.verdict AS detail, r.human AS by_person, r.reasons AS text
UNION
  MATCH (x)<-[:RESOLVES]-(o:Outcome)
  RETURN 'outcome' AS what, o AS n, o.kind AS detail, false AS by_person,
         toString(size(o.frontier)) + ' nodes in the frontier, ' + toString(o.untouched) + ' claims outside of it' AS text
}
RETURN what, n.id AS id, detail, by_person, text, n.at AS at
ORDER BY n.seq, n.ord, id
