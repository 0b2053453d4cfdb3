"""Long measurements, outside the tests: `python -m benchmarks.<package>.<name>`."""
