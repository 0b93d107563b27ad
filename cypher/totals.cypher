// name: totals
// params: none
// returns: rows(artifacts: int, activities: int, nodes: int, edges: int)
// why: What the whole database holds, from the count store, to be held against what the activities state.
// for: readers
CALL () { MATCH (n:Artifact) RETURN count(n) AS artifacts }
CALL () { MATCH (n:Activity) RETURN count(n) AS activities }
CALL () { MATCH (n) RETURN count(n) AS nodes }
CALL () { MATCH ()-[e]->() RETURN count(e) AS edges }
RETURN artifacts, activities, nodes, edges
