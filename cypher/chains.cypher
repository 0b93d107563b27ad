// name: chains
// params: none
// returns: rows(id: str, kind: str, title: str, activities: int, nodes: int, edges: int, at: str, hash: str, last: int)
// why: Every chain with its length, its row counts as its activities state them, and its head.
// for: readers
// scans: The label Run only, which has one node a chain.
MATCH (r:Run)
MATCH (a:Activity {run: r.id})
USING INDEX SEEK a:Activity(run, seq)
WHERE a.seq >= 0
WITH r, count(a) AS activities, sum(a.nodes) AS nodes, sum(a.edges) AS edges, max(a.seq) AS last
MATCH (h:Activity {run: r.id, seq: last})
RETURN r.id AS id, r.kind AS kind, coalesce(r.title, '') AS title, activities, nodes, edges, h.at AS at, h.hash AS hash, last
ORDER BY at DESC, id
