// name: run_activity_count
// params: run: str
// returns: rows(activities: int)
// why: How many activities a chain has: as nothing is ever changed or deleted, another number is another chain.
MATCH (a:Activity {run: $run})
USING INDEX SEEK a:Activity(run, seq)
WHERE a.seq >= 0
RETURN count(a) AS activities
