"""Values that are known without running the code."""
