"""What a server does while nobody waits for it: runs, debates, loads and repairs, each in a thread of its own, each told of."""
