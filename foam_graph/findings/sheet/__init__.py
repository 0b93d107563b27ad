"""The case sheet: what the documents show before anybody argues, as typed and tested findings."""
