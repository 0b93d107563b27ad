// name: memory_shaped
// params: transcript: str
// returns: rows(debate: str, recollection: str, utterance: str, turn: int, rank: int, exemplar: bool)
// why: What a remembered debate shaped: the recollections that brought back a part of it, and the turns that rest on them.
// for: readers
MATCH (t:Artifact {id: $transcript})
MATCH (t)<-[:SAID_IN]-(:Utterance)<-[:ABOUT]-(:MemoryRecord)<-[e:RECALLED]-(c:Recollection)
OPTIONAL MATCH (u:Utterance)-[:RESTS_ON]->(c)
RETURN c.run AS debate, c.id AS recollection, u.id AS utterance, u.turn AS turn, e.rank AS rank, e.exemplar AS exemplar
ORDER BY debate, c.seq, c.ord, rank
