"""Rules over the sentences of one side: what they assert, how it hangs together and where it fails."""
