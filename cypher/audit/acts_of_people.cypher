// name: acts_of_people
// params: run: str, limit: int = 200
// returns: rows(activity: str, role: str, step: str, by: str, acting_as: str[], note: str, at: str)
// why: What did people do in this run, in which role?
MATCH (a:Activity {run: $run})
USING INDEX SEEK a:Activity(run, seq)
WHERE a.seq >= 0 AND a:HumanAct
RETURN a.id AS activity, a.role AS role, a.step AS step, a.by AS by, a.acting_as AS acting_as, a.note AS note, a.at AS at
ORDER BY a.run, a.seq
LIMIT $limit
