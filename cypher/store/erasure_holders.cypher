// name: erasure_holders
// params: texts: str[], keys: str[], whole: str[], least: int
// returns: rows(id: str, labels: str[], run: str, fields: str[], salted: str[])
// why: Every node and activity with a text that holds one of these texts, or that quotes, sums up in its words or begins one, and in which properties.
// effect: reads every node, and looks for every text in every field within one row, which the gate admits to nobody: a text that is to be erased may have been taken up anywhere.
MATCH (n)
WHERE n:Artifact OR n:Activity
WITH n, [key IN $keys WHERE n[key] IS NOT NULL
         AND (any(one IN [] + n[key] WHERE any(text IN $texts WHERE toStringOrNull(one) CONTAINS text))
              OR key = 'quoted' AND size(n.quoted) >= $least AND any(text IN $whole WHERE text CONTAINS n.quoted)
              OR key = 'tag' AND size(n.tag) >= $least AND any(text IN $whole WHERE text CONTAINS n.tag)
              OR key = 'title' AND n:Run AND size(n.title) >= $least AND any(text IN $whole WHERE text STARTS WITH n.title))] AS fields
WHERE size(fields) > 0
RETURN n.id AS id, labels(n) AS labels, n.run AS run, fields, [key IN fields WHERE n[key + '_salt'] IS NOT NULL
        OR key IN split(split(coalesce(n.commitment, ':'), ':')[0], ',')] AS salted
ORDER BY run, n.seq, coalesce(n.ord, 0)
