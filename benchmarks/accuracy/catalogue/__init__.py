"""The catalogue of refactorings and look-alikes: how many are recognised, and none wrongly."""
