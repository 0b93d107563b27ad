// name: strands_left
// params: run: str
// returns: rows(choice: str, turn: int, side: str, sentence: str, would_answer: str, spoken: str, modified: bool, put_first: bool)
// why: What of the other side's last speech did who chose a draft find left in it, what would answer that, and is what was spoken a later version?
MATCH (c:Artifact {run: $run})
USING INDEX SEEK c:Artifact(run, seq)
WHERE c.seq >= 0 AND c:DraftChoice AND c.left IS NOT NULL
MATCH (c)-[:CHOSE]->(best:Utterance)
CALL (best) {
  OPTIONAL MATCH (said:Utterance)-[:SUPERSEDES]->(d:Utterance)-[:SUPERSEDES]->{0,3}(best)
  WHERE said.accepted IS NOT NULL AND d.accepted IS NULL
  RETURN said
  ORDER BY said.seq
  LIMIT 1
}
CALL (best) {
  OPTIONAL MATCH (later:DraftChoice)-[:ABOUT]->(best), (later)-[:CHOSE]->(first:Utterance)
  WHERE EXISTS { (later)-[:ABOUT]->(:Utterance)-[:SUPERSEDES]->(best) }
  RETURN first.id <> best.id AS put_first
  LIMIT 1
}
UNWIND range(0, size(c.left) - 1) AS place
RETURN c.id AS choice, best.turn AS turn, best.side AS side, c.left[place] AS sentence, c.would_answer[place] AS would_answer,
       said.id AS spoken, coalesce(said.round > 0, false) AS modified, put_first
ORDER BY turn, choice, place
