class Plain:
    def s0(self):
        return self.pmf[0]
    def s1(self):
        return self.pmf[1]
    def s2(self):
        return self.pmf[2]
    def s3(self):
        return self.pmf[3]
    def s4(self):
        return self.pmf[4]
    def s5(self):
        return self.pmf[5]


class Joint:
    def j0(self, rv):
        self.add(rv, 0)
    def j1(self, rv):
        self.add(rv, 1)
    def j2(self, rv):
        self.add(rv, 2)
    def j3(self, rv):
        self.add(rv, 3)
    def j4(self, rv):
        self.add(rv, 4)
    def j5(self, rv):
        self.add(rv, 5)
