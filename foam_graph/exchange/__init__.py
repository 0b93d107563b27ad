"""What leaves the graph and what comes from others: PROV, dossier, argument maps, packs, journal, cards."""
