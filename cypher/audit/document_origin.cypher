// name: document_origin
// params: document: str
// returns: rows(document: str, title: str, sha256: str, url: str, licence: str, retrieved_at: str, loaded_at: str, by: str, step: str, near: str[])
// why: Where does this document come from, who loaded it, and which earlier document is nearly the same?
MATCH (d:Artifact {id: $document})
WHERE d:Document
MATCH (a:Activity {id: d.activity})
CALL (d) {
  OPTIONAL MATCH (d)-[:RESEMBLES]->(o:Document)
  WITH o ORDER BY o.id
  RETURN collect(o.id) AS near
}
RETURN d.id AS document, d.title AS title, d.sha256 AS sha256, d.url AS url, d.licence AS licence,
       d.retrieved_at AS retrieved_at, d.at AS loaded_at, a.by AS by, a.step AS step, near
ORDER BY document
