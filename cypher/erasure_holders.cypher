// name: erasure_holders
// params: texts: str[], keys: str[]
// returns: rows(id: str, labels: str[], run: str, fields: str[])
// why: Every node and activity with a text that holds one of these texts, and in which properties.
// scans: Deliberately everything: a text that is to be erased may have been taken up anywhere.
MATCH (n)
WHERE n:Artifact OR n:Activity
WITH n, [key IN $keys WHERE n[key] IS NOT NULL
         AND any(text IN $texts WHERE toStringOrNull(n[key]) CONTAINS text)] AS fields
WHERE size(fields) > 0
RETURN n.id AS id, labels(n) AS labels, n.run AS run, fields
ORDER BY run, n.seq, coalesce(n.ord, 0)
