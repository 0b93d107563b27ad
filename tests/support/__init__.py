"""What tests share: calls of the command line, servers, chains, worlds, endpoints, judges. No test imports another."""
