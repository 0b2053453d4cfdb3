class C:
    def f(self):
        print(1)
        print(2)


def check(test, name):
    test.assertRaises(AttributeError, getattr, C(), name)
