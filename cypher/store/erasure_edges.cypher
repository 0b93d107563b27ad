// name: erasure_edges
// params: texts: str[], types: str[], keys: str[]
// returns: rows(start: str, type: str, activity: str, ord: int, run: str, fields: str[], salted: str[])
// why: Every edge with a text that holds one of these texts, and in which properties.
// effect: reads every edge, and looks for every text in every field within one row, which the gate admits to nobody: a text that is to be erased may have been taken up anywhere.
MATCH (a)-[e]->()
WHERE type(e) IN $types
WITH a, e, [key IN $keys WHERE any(text IN $texts WHERE toStringOrNull(e[key]) CONTAINS text)] AS fields
WHERE size(fields) > 0
RETURN a.id AS start, type(e) AS type, e.activity AS activity, e.ord AS ord, e.run AS run, fields,
       [key IN fields WHERE e[key + '_salt'] IS NOT NULL
        OR key IN split(split(coalesce(e.commitment, ':'), ':')[0], ',')] AS salted
ORDER BY run, e.seq, ord
