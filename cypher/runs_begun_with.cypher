// name: runs_begun_with
// params: words: str
// returns: rows(id: str, parameters: str)
// why: The runs whose parameters hold some words of JSON, with these, the latest first: which corpus one is over stands in them alone.
// scans: Every Run node; there is one a chain.
MATCH (r:Run)
WHERE r.kind = 'run' AND coalesce(r.parameters, '') CONTAINS $words
CALL (r) {
  MATCH (a:Activity {run: r.id})
  USING INDEX SEEK a:Activity(run, seq)
  WHERE a.seq >= 0
  RETURN a.at AS at
  ORDER BY a.run DESC, a.seq DESC
  LIMIT 1
}
RETURN r.id AS id, r.parameters AS parameters
ORDER BY at DESC, id
