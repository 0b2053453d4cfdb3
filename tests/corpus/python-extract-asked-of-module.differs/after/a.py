class C:
    def f(self):
        self.fresh()
        print(2)

    def fresh(self):
        print(1)


def import_module(name):
    return C


def member(name):
    module = import_module("shop")
    return getattr(module, name)
