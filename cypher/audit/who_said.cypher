// name: who_said
// params: id: str
// returns: rows(id: str, kind: str, text: str, role: str, agent: str, provider: str, stance_id: str, by: str, step: str, activity: str, at: str)
// why: Who said this, in which role, from which perspective, and when?
MATCH (n:Artifact {id: $id})
MATCH (a:Activity {id: n.activity})
RETURN n.id AS id, CASE WHEN n:Challenge THEN 'Challenge' WHEN n:Ruling THEN 'Ruling' WHEN n:Weighing THEN 'Weighing'
         ELSE [label IN labels(n) WHERE NOT label IN ['Artifact', 'Activity']][0] END AS kind,
       coalesce(n.text, n.quotation, n.grounds, n.question, n.reasons, n.goal, n.name, n.title, '') AS text,
       a.role AS role, a.agent AS agent, a.provider AS provider, a.stance_id AS stance_id, a.by AS by, a.step AS step,
       a.id AS activity, a.at AS at
ORDER BY id
