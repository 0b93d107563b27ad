// name: ledger_chains
// params: none
// returns: rows(run: str)
// why: Every chain that some activity is stamped with, whether its Run node is there or not.
// scans: Deliberately every activity: a chain whose Run node was deleted is known only from them.
MATCH (a:Activity)
WHERE a.run IS NOT NULL
RETURN DISTINCT a.run AS run
ORDER BY run
