// name: unsourced_facts
// params: run: str
// returns: rows(utterance: str, turn: int, side: str, speaker: str, sentence: int, text: str)
// why: Which sentences of this debate state a fact whose figures, names, dates or quotations have no source?
MATCH (a:Artifact {run: $run})
USING INDEX SEEK a:Artifact(run, seq)
WHERE a.seq >= 0 AND a:Assertion AND a.type = 'factual' AND NOT a.supported AND NOT EXISTS { (a)<-[:SUPERSEDES]-() }
MATCH (a)-[:ABOUT]->(u:Utterance)
WHERE NOT EXISTS { (u)<-[:SUPERSEDES]-() }
RETURN u.id AS utterance, u.turn AS turn, u.side AS side, u.speaker AS speaker, a.sentence AS sentence,
       substring(u.text, u.cuts[2 * a.sentence - 2], u.cuts[2 * a.sentence - 1] - u.cuts[2 * a.sentence - 2]) AS text
ORDER BY turn, utterance, sentence
