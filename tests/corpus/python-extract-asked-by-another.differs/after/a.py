class C:
    def f(self):
        self.fresh()
        print(2)

    def fresh(self):
        print(1)


def check(test, name):
    test.assertRaises(AttributeError, getattr, C(), name)
