class Part:
    def attach(self, whole):
        self = whole
        self.mark(1)

    def mark(self, n):
        print(self, n)
        print(n)
