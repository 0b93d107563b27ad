// name: standing
// params: run: str
// returns: rows(id: str, kind: str, standing: str)
// why: Whether each artifact of a run is current or superseded (replaced by a newer version, or withdrawn), and for claims what became of them; the one place that says so.
// for: readers
MATCH (n:Artifact {run: $run})
WHERE n.seq >= 0
OPTIONAL MATCH (n)<-[:CLASSIFIES]-(s:Standing)
WHERE NOT EXISTS { (s)<-[:SUPERSEDES]-() }
WITH n, head(collect(s)) AS s
RETURN n.id AS id, CASE WHEN n:Challenge THEN 'Challenge' WHEN n:Ruling THEN 'Ruling' WHEN n:Weighing THEN 'Weighing'
         ELSE [label IN labels(n) WHERE NOT label IN ['Artifact', 'Activity']][0] END AS kind,
       CASE WHEN EXISTS { (n)<-[:SUPERSEDES|WITHDRAWS]-() } THEN 'superseded'
            WHEN s IS NOT NULL THEN s.class
            ELSE 'current' END AS standing
ORDER BY n.run, n.seq, n.ord
