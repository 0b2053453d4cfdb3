import importlib

from shop import g

importlib.reload(importlib.import_module(g.__module__))
