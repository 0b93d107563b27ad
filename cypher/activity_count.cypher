// name: activity_count
// params: none
// returns: rows(activities: int)
// why: How many activities there are: as nothing is ever changed or deleted, another number is another graph.
MATCH (a:Activity)
RETURN count(a) AS activities
