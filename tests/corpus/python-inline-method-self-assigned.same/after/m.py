class Part:
    def attach(self, whole):
        other = whole
        print(self, 1)
        print(1)
