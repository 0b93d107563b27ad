// name: label_shaped
// params: label: str
// returns: rows(debate: str, utterance: str, turn: int)
// why: The utterances of debates that were spoken after a record with this scheme label was recalled and shown.
// for: readers
MATCH (l:Artifact {id: $label})
MATCH (l)-[:ABOUT]->(:Utterance)<-[:ABOUT]-(:MemoryRecord)<-[e:RECALLED]-(c:Recollection)<-[:RESTS_ON]-(u:Utterance)
WHERE e.exemplar AND u.accepted IS NOT NULL AND NOT EXISTS { (u)<-[:SUPERSEDES]-() }
RETURN DISTINCT u.run AS debate, u.id AS utterance, u.turn AS turn
ORDER BY debate, turn, utterance
