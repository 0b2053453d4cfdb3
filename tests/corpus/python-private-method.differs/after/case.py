class A:
    def move(self, x):
        return x

    def run(self, x):
        return self.move(x)
