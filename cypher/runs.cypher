// name: runs
// params: none
// returns: rows(id: str, kind: str, title: str, opened_at: str, at: str, activities: int, step: str, head: str)
// why: Every chain with the place where its last activity left it, the latest first.
// for: readers
// scans: Every Run node; there is one a chain.
MATCH (r:Run)
CALL (r) {
  MATCH (a:Activity {run: r.id})
  USING INDEX SEEK a:Activity(run, seq)
  WHERE a.seq >= 0
  RETURN a
  ORDER BY a.run DESC, a.seq DESC
  LIMIT 1
}
RETURN r.id AS id, r.kind AS kind, coalesce(r.title, '') AS title, r.at AS opened_at, a.at AS at, a.seq + 1 AS activities,
       a.step AS step, a.hash AS head
ORDER BY at DESC, id
