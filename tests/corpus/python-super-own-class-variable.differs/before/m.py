class B:
    def g(self):
        return 1


class C(B):
    def g(self):
        __class__ = B
        return super(C, self).g(), __class__
