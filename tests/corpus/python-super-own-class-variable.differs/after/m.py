class B:
    def g(self):
        return 1


class C(B):
    def g(self):
        __class__ = B
        return super().g(), __class__
