// name: ledger_stray_nodes
// params: labels: str[], limit: int
// returns: rows(id: str, labels: str[], run: str, seq: any)
// why: Nodes that belong to no activity: unstamped, of an undeclared label, or stamped with an activity that is not there.
// scans: Deliberately every node, and only when the totals do not add up: what has no stamps is in no index.
MATCH (n)
WHERE (NOT n:Artifact AND NOT n:Activity)
   OR n.run IS NULL OR n.seq IS NULL
   OR any(label IN labels(n) WHERE NOT label IN $labels)
   OR NOT EXISTS { MATCH (a:Activity {run: n.run, seq: n.seq}) }
RETURN n.id AS id, labels(n) AS labels, n.run AS run, n.seq AS seq
ORDER BY run, seq, id
LIMIT $limit
