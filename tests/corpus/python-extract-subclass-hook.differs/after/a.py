class A:
    def run(self):
        print(self)
        self.part()

    def part(self):
        print(1)

    def __init_subclass__(cls):
        for base in cls.__mro__:
            print(dir(base))
