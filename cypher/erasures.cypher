// name: erasures
// params: none
// returns: rows(erasures: int, latest: str)
// why: How many erasures there were, and when the last one was ordered: what was read before it may hold its texts.
// scans: acts of people, of which there are few beside what agents did
MATCH (a:HumanAct)
WHERE a.step = 'erase'
RETURN count(a) AS erasures, coalesce(max(a.at), '') AS latest
