class C:
    def f(self):
        self.fresh()
        print(2)

    def fresh(self):
        print(1)


from importlib import import_module


def member(name):
    module = import_module("shop")
    return getattr(module, name)
