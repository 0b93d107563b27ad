// name: standing_of
// params: ids: str[]
// returns: rows(id: str, standing: str)
// why: What the question `standing` says, of these nodes alone: a page of one node must not read its whole run.
MATCH (n:Artifact)
WHERE n.id IN $ids
OPTIONAL MATCH (n)<-[:CLASSIFIES]-(s:Standing)
WHERE NOT EXISTS { (s)<-[:SUPERSEDES]-() }
WITH n, head(collect(s)) AS s
RETURN n.id AS id,
       CASE WHEN EXISTS { (n)<-[:SUPERSEDES|WITHDRAWS]-() } THEN 'superseded'
            WHEN s IS NOT NULL THEN s.class
            WHEN n:Finding AND EXISTS {
              MATCH (n)<-[:CHALLENGES]-(c:Challenge)<-[:DECIDES]-(r:Ruling {human: true, verdict: 'valid'})
              WHERE NOT EXISTS { (r)<-[:SUPERSEDES]-() }
                AND NOT EXISTS { MATCH (c)<-[:DECIDES]-(o:Ruling {human: true})
                                 WHERE o.verdict <> 'valid' AND NOT EXISTS { (o)<-[:SUPERSEDES]-() } }
            } THEN 'taken back'
            ELSE 'current' END AS standing
ORDER BY id
