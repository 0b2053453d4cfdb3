"""Speed, as ratios measured within one run. `python -m benchmarks.speed` runs them all."""
