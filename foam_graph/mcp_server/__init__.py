"""What assistants ask over the Model Context Protocol: tools that read, one that contests. It holds no logic of its own."""
