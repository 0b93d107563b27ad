// name: withdrawn_document
// params: document: str, limit: int = 200
// returns: rows(run: str, claim: str, leaf: str, text: str, depth: int)
// why: What would fall if this document were withdrawn: claims all of whose records need it (depth 0), and claims that rest on these?
MATCH (d:Artifact {id: $document})
MATCH (d)<-[:FROM_DOCUMENT]-(:EvidenceSentence)<-[:QUOTES]-(:EvidenceRecord)<-[:USES]-(:Warrant)-[:WARRANTS]->(c:Claim)
WITH DISTINCT d, c
WHERE NOT EXISTS { (c)<-[:SUPERSEDES|WITHDRAWS]-() }
MATCH (c)<-[:WARRANTS]-(w:Warrant)-[:USES]->(r:EvidenceRecord)
WHERE NOT EXISTS { (w)<-[:SUPERSEDES|WITHDRAWS]-() } AND NOT EXISTS { (r)<-[:SUPERSEDES|WITHDRAWS]-() }
// A severable record stands while one of its sentences does.
WITH c, EXISTS { (r)-[:QUOTES]->(:EvidenceSentence)-[:FROM_DOCUMENT]->(d) }
        AND NOT (r.severable AND EXISTS {
          (r)-[:QUOTES]->(:EvidenceSentence)-[:FROM_DOCUMENT]->(o:Document) WHERE o <> d
        }) AS lost
WITH c, collect(lost) AS lines
WHERE all(lost IN lines WHERE lost)
MATCH path = ANY SHORTEST (c) ((a:Claim)-[e:RESTS_ON|SUPERSEDES]-(b:Claim)
  WHERE CASE type(e) WHEN 'RESTS_ON' THEN endNode(e) = a ELSE startNode(e) = a END)* (up:Claim)
WHERE NOT EXISTS { (up)<-[:SUPERSEDES|WITHDRAWS]-() }
WITH up, min(size([x IN relationships(path) WHERE type(x) = 'RESTS_ON'])) AS depth
RETURN up.run AS run, up.id AS claim, up.leaf AS leaf, up.text AS text, depth
ORDER BY depth, run, claim
LIMIT $limit
