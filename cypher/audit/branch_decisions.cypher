// name: branch_decisions
// params: run: str
// returns: rows(choice: str, branch: str, taken: str[], left: str[], why: str, votes: str)
// why: Which branches of the template were left aside, for which reasons and by which votes?
MATCH (t:Artifact {run: $run})
USING INDEX SEEK t:Artifact(run, seq)
WHERE t.seq >= 0 AND t:TemplateChoice AND size(t.alternatives) > 0 AND NOT EXISTS { (t)<-[:SUPERSEDES|WITHDRAWS]-() }
RETURN t.id AS choice, t.branch AS branch, t.children AS taken, t.alternatives AS left, t.why AS why, t.votes AS votes
ORDER BY choice
