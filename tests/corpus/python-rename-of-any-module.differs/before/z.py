import importlib


def find(module, name):
    return getattr(importlib.import_module(module), name)
