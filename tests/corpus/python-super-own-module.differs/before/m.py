import m


class B:
    def f(self):
        return 1


class C(B):
    def f(self):
        return super(C, self).f()


(m.C), x = int, 1
