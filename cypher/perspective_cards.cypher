// name: perspective_cards
// params: ids: str[]
// returns: rows(id: str, card: json)
// why: The perspectives a run began with, as they were recorded, whatever the library files say today.
UNWIND $ids AS id
MATCH (p:Artifact {id: id})
WHERE p:Perspective
RETURN p.id AS id, p.card AS card
