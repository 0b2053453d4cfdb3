class Part:
    def attach(self, whole):
        other = whole
        self.mark(1)

    def mark(self, n):
        print(self, n)
        print(n)
