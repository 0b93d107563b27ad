// Queries to explore a run by hand, in Neo4j Browser or any program that takes Cypher. They only read.
// Put the id of the run in first:  :param run => 'r7k2m9qwxab'

// What the position consists of
MATCH p = (:Position {run: $run})-[:INCLUDES]->(part)
WHERE NOT part:Standing AND NOT part:Check
RETURN p LIMIT 100;

// From a claim down to the documents
MATCH p = (c:Claim {run: $run})<-[:SUPPORTS]-(:EvidenceRecord)-[:QUOTES]->(:EvidenceSentence)-[:FROM_DOCUMENT]->(:Document)
WHERE NOT (c)<-[:SUPERSEDES]-()
RETURN p LIMIT 25;

// What was said against what, and how it was rated
MATCH p = (:Critique {run: $run})-[:ATTACKS]->()
OPTIONAL MATCH q = (:Evaluation)-[:RATES]->(:Critique {run: $run})
RETURN p, q LIMIT 50;

// What became of a challenge
MATCH p = (:Challenge {run: $run})-[:CHALLENGES]->(part)
OPTIONAL MATCH q = (part)-[:SUPPORTS|SUPERSEDES]-()
OPTIONAL MATCH r = (:Challenge {run: $run})<-[:DECIDES|RESOLVES|ANSWERS]-()
RETURN p, q, r;

// Who did what, in order
MATCH p = (:Activity {run: $run})-[:NEXT]->(:Activity)
RETURN p LIMIT 60;

// Issues with what was concluded for them
MATCH p = (:Issue {run: $run})<-[:CONCLUDES]-(c:Claim)
WHERE NOT (c)<-[:SUPERSEDES]-()
RETURN p LIMIT 60;

// What a document is used for
MATCH p = (:Document)<-[:FROM_DOCUMENT]-(:EvidenceSentence)<-[:QUOTES]-(:EvidenceRecord {run: $run})
RETURN p LIMIT 60;

// What one perspective said, by its role
MATCH (t:Activity {run: $run})-[e:PROPOSES]->(c:Claim)
RETURN t.stance_id AS perspective, c.text AS claim, e.seq AS place ORDER BY place LIMIT 100;

// Versions of claims that took the place of others
MATCH p = (:Claim {run: $run})-[:SUPERSEDES*1..5]->(:Claim)
RETURN p LIMIT 40;
