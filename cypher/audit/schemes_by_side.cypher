// name: schemes_by_side
// params: run: str
// returns: rows(side: str, scheme: str, sentences: int, utterances: int, labels: int, qualities: str[])
// why: By which argumentation schemes did each side argue, as its speakers say and as a reader labelled it?
MATCH (u:Artifact {run: $run})
USING INDEX SEEK u:Artifact(run, seq)
WHERE u.seq >= 0 AND u:Utterance AND (u.origin <> 'agent' OR u.accepted IS NOT NULL) AND NOT EXISTS { (u)<-[:SUPERSEDES]-() }
CALL (u) {
  UNWIND coalesce(u.schemes, []) AS scheme
  WITH scheme WHERE scheme <> ''
  RETURN scheme, count(*) AS own, 0 AS read, null AS quality
UNION ALL
  MATCH (u)<-[:ABOUT]-(l:SchemeLabel)
  WHERE NOT EXISTS { (l)<-[:SUPERSEDES|WITHDRAWS]-() }
  RETURN l.scheme AS scheme, 0 AS own, 1 AS read, l.overall AS quality
  ORDER BY l.seq, l.ord
}
WITH u, scheme, own, read, quality ORDER BY u.turn, u.id
RETURN u.side AS side, scheme, sum(own) AS sentences, count(DISTINCT CASE WHEN own > 0 THEN u END) AS utterances,
       sum(read) AS labels, collect(quality) AS qualities
ORDER BY side, sentences DESC, labels DESC, scheme
