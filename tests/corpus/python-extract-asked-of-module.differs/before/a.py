class C:
    def f(self):
        print(1)
        print(2)


def import_module(name):
    return C


def member(name):
    module = import_module("shop")
    return getattr(module, name)
