// name: erasure_of_run
// params: run: str, keys: str[]
// returns: rows(id: str, labels: str[], run: str, fields: str[], salted: str[])
// why: Every node and activity of a chain that still has personal texts, and in which properties.
MATCH (n:Artifact {run: $run})
USING INDEX SEEK n:Artifact(run, seq)
WHERE n.seq >= 0
WITH n, properties(n) AS p
WITH n, p, [key IN $keys WHERE p[key] IS NOT NULL] AS fields
WHERE size(fields) > 0
RETURN p.id AS id, labels(n) AS labels, p.run AS run, fields, [key IN fields WHERE p[key + '_salt'] IS NOT NULL
        OR key IN split(split(coalesce(p.commitment, ':'), ':')[0], ',')] AS salted
UNION ALL
MATCH (n:Activity {run: $run})
USING INDEX SEEK n:Activity(run, seq)
WHERE n.seq >= 0
WITH n, properties(n) AS p
WITH n, p, [key IN $keys WHERE p[key] IS NOT NULL] AS fields
WHERE size(fields) > 0
RETURN p.id AS id, labels(n) AS labels, p.run AS run, fields, [key IN fields WHERE p[key + '_salt'] IS NOT NULL
        OR key IN split(split(coalesce(p.commitment, ':'), ':')[0], ',')] AS salted
