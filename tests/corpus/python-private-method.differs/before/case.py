class A:
    def step(self, x):
        return x

    def run(self, x):
        return self.step(x)
