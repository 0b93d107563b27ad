// name: debate_changed
// params: run: str
// returns: rows(part: str, node: str, activity: str, at: str)
// why: The standing objections and replies of a run that take up what no longer stands in a debate, with the activity that changed it there.
// for: readers
MATCH (k:Artifact {run: $run})
USING INDEX SEEK k:Artifact(run, seq)
WHERE k.seq >= 0 AND k:Critique
MATCH (k)-[:TAKES_UP]->(n:Artifact)<-[x:SUPERSEDES|WITHDRAWS]-(m)
WHERE NOT EXISTS { (k)<-[:SUPERSEDES|WITHDRAWS]-() }
RETURN DISTINCT k.id AS part, n.id AS node, x.activity AS activity, x.at AS at
ORDER BY at, activity, part, node
UNION
MATCH (k:Artifact {run: $run})
USING INDEX SEEK k:Artifact(run, seq)
WHERE k.seq >= 0 AND k:Reply
MATCH (k)-[:TAKES_UP]->(n:Artifact)<-[x:SUPERSEDES|WITHDRAWS]-(m)
WHERE NOT EXISTS { (k)<-[:SUPERSEDES|WITHDRAWS]-() }
RETURN DISTINCT k.id AS part, n.id AS node, x.activity AS activity, x.at AS at
ORDER BY at, activity, part, node
UNION
// A flaw falls with each predicate that it rests on.
MATCH (k:Artifact {run: $run})
USING INDEX SEEK k:Artifact(run, seq)
WHERE k.seq >= 0 AND k:Critique
MATCH (k)-[:TAKES_UP]->(n:Critique)-[:RESTS_ON]->(:Predicate)<-[x:SUPERSEDES|WITHDRAWS]-(m)
WHERE NOT EXISTS { (k)<-[:SUPERSEDES|WITHDRAWS]-() }
RETURN DISTINCT k.id AS part, n.id AS node, x.activity AS activity, x.at AS at
ORDER BY at, activity, part, node
