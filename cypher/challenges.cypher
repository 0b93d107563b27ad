// name: challenges
// params: skip: int, limit: int, by: str
// returns: rows(challenge: str, run: str, kind: str, grounds: str, at: str, verdict: str, by_person: bool, outcome: str, total: int)
// why: The challenges of every run, or those that one person raised, the latest first, each with its last ruling and outcome.
// scans: Every Challenge node; people raise them one by one.
MATCH (x:Challenge)
WHERE $by = '' OR toLower(x.by) = toLower($by)
WITH x ORDER BY x.at DESC, x.id
WITH collect(x) AS found
WITH size(found) AS total, found[$skip .. $skip + $limit] AS page
UNWIND page AS x
CALL (x) {
  OPTIONAL MATCH (x)<-[:DECIDES]-(r:Ruling)
  RETURN r
  ORDER BY r.seq DESC, r.ord DESC
  LIMIT 1
}
CALL (x) {
  OPTIONAL MATCH (x)<-[:RESOLVES]-(o:Outcome)
  RETURN o
  ORDER BY o.seq DESC, o.ord DESC
  LIMIT 1
}
RETURN x.id AS challenge, x.run AS run, x.kind AS kind, coalesce(x.grounds, '') AS grounds, x.at AS at,
       r.verdict AS verdict, r.human AS by_person, o.kind AS outcome, total
ORDER BY at DESC, challenge
