// name: standing
// params: run: str, ids: str[] = []
// returns: rows(id: str, kind: str, standing: str)
// why: Whether each artifact of a run, or each of some by their ids, is current or superseded (replaced by a newer version, or withdrawn), for claims what became of them, and which sentences, findings, calculations and applications of rules a person's ruling took back; the one place that says so.
// for: readers
CALL () {
  MATCH (n:Artifact {run: $run})
  USING INDEX SEEK n:Artifact(run, seq)
  WHERE n.seq >= 0
  RETURN n
UNION
  MATCH (n:Artifact)
  WHERE n.id IN $ids
  RETURN n
}
OPTIONAL MATCH (n)<-[:CLASSIFIES]-(s:Standing)
WHERE NOT EXISTS { (s)<-[:SUPERSEDES]-() }
WITH n, head(collect(s)) AS s
RETURN n.id AS id, CASE WHEN n:Challenge THEN 'Challenge' WHEN n:Ruling THEN 'Ruling' WHEN n:Weighing THEN 'Weighing'
         ELSE [label IN labels(n) WHERE NOT label IN ['Artifact', 'Activity']][0] END AS kind,
       CASE WHEN EXISTS { (n)<-[:SUPERSEDES|WITHDRAWS]-() } THEN 'superseded'
            WHEN s IS NOT NULL THEN s.class
            WHEN n:Finding|Calculation|RuleApplication|EvidenceSentence AND EXISTS {
              MATCH (n)<-[e:CHALLENGES|ATTACKS]-(c:Challenge)<-[:DECIDES]-(r:Ruling {human: true, verdict: 'valid'})
              WHERE (type(e) = 'ATTACKS' OR 'Finding' IN labels(n)) AND NOT EXISTS { (r)<-[:SUPERSEDES]-() }
                AND NOT EXISTS { MATCH (c)<-[:DECIDES]-(o:Ruling {human: true})
                                 WHERE o.verdict <> 'valid' AND NOT EXISTS { (o)<-[:SUPERSEDES]-() } }
            } THEN 'taken back'
            ELSE 'current' END AS standing
ORDER BY n.run, n.seq, n.ord
