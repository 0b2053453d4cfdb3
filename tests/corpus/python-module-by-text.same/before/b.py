import importlib

m = importlib.import_module("a")
getattr(m, "x")
