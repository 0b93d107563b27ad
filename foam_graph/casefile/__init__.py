"""What a run reads: the numbered sentences of its documents, with their structure, under short ids."""
