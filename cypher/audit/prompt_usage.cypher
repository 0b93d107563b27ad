// name: prompt_usage
// params: run: str, least: int = 2
// returns: rows(prompt_hash: str, task: str, models: str[], calls: int, answers: int)
// why: Which prompts were sent at least so often, to which models, and how many different answers came back?
MATCH (m:Artifact {run: $run})
USING INDEX SEEK m:Artifact(run, seq)
WHERE m.seq >= 0 AND m:ModelCall
WITH m ORDER BY m.model
WITH m.prompt_hash AS prompt_hash, m.task AS task, collect(DISTINCT m.model) AS models, count(*) AS calls,
     count(DISTINCT m.response) AS answers
WHERE calls >= $least
RETURN prompt_hash, task, models, calls, answers
ORDER BY calls DESC, prompt_hash, task
