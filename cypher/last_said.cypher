// name: last_said
// params: run: str, limit: int = 8
// returns: rows(labels: str[], props: map)
// why: What was said last in a chain that is being argued, the latest first.
MATCH (n:Artifact {run: $run})
USING INDEX SEEK n:Artifact(run, seq)
WHERE n.seq >= 0 AND n:Issue|Claim|Critique|Reply|Weighing|Utterance|Plan
RETURN labels(n) AS labels, properties(n) AS props
ORDER BY n.run DESC, n.seq DESC, n.ord DESC
LIMIT $limit
