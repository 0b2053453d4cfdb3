class C:
    def f(self):
        print(1)
        print(2)


from importlib import import_module


def member(name):
    module = import_module("shop")
    return getattr(module, name)
