import importlib


def find(name):
    return getattr(importlib.import_module("json"), name)
