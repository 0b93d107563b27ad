// name: erasure_holders
// params: texts: str[], keys: str[], whole: str[], least: int
// returns: rows(id: str, labels: str[], run: str, fields: str[], salted: str[])
// why: Every node and activity with a text that holds one of these texts, or that quotes, sums up in its words or begins one, and in which properties.
// effect: reads every node, and looks for every text in every field within one row, which the gate admits to nobody: a text that is to be erased may have been taken up anywhere.
MATCH (n)
WHERE n:Artifact OR n:Activity
WITH n, properties(n) AS p
WITH n, p, [key IN keys(p) WHERE key IN $keys
         AND (any(one IN [] + p[key] WHERE any(text IN $texts WHERE toStringOrNull(one) CONTAINS text))
              OR key = 'quoted' AND size(p.quoted) >= $least AND any(text IN $whole WHERE text CONTAINS p.quoted)
              OR key = 'tag' AND size(p.tag) >= $least AND any(text IN $whole WHERE text CONTAINS p.tag)
              OR key = 'title' AND n:Run AND size(p.title) >= $least AND any(text IN $whole WHERE text STARTS WITH p.title))] AS fields
WHERE size(fields) > 0
RETURN p.id AS id, labels(n) AS labels, p.run AS run, fields, [key IN fields WHERE p[key + '_salt'] IS NOT NULL
        OR key IN split(split(coalesce(p.commitment, ':'), ':')[0], ',')] AS salted
ORDER BY run, p.seq, coalesce(p.ord, 0)
