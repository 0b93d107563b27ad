// name: memory_annotations
// params: run: str
// returns: rows(transcript: str, agent: str, note: str)
// why: Which debates of a memory have been read for their schemes, by whom, and what could not be kept.
// for: readers
MATCH (a:Activity {run: $run})
USING INDEX SEEK a:Activity(run, seq)
WHERE a.seq >= 0 AND a.step = 'annotate'
RETURN a.used[0] AS transcript, a.agent AS agent, a.note AS note
ORDER BY a.run, a.seq
