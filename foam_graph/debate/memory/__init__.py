"""Memory: debates that were held, cut into utterances, labelled and encoded, so that a new debate can recall them."""
