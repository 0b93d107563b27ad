// name: drafts_not_spoken
// params: run: str
// returns: rows(draft: str, turn: int, side: str, number: int, advised: bool, chosen: str, agent: str, why: str, text: str)
// why: Which drafts of speeches of this debate were not spoken, which was chosen instead, by whom, and why?
MATCH (c:Artifact {run: $run})
USING INDEX SEEK c:Artifact(run, seq)
WHERE c.seq >= 0 AND c:DraftChoice
MATCH (c)-[:CHOSE]->(best:Utterance), (c)-[:ABOUT]->(d:Utterance), (a:Activity {id: c.activity})
WHERE d.id <> best.id AND NOT EXISTS { (d)<-[:SUPERSEDES]-(said:Utterance WHERE said.accepted IS NOT NULL AND said.text = d.text) }
RETURN d.id AS draft, d.turn AS turn, d.side AS side, d.draft AS number, d.advised AS advised, best.id AS chosen,
       a.agent AS agent, c.why AS why, d.text AS text
ORDER BY turn, number, draft
