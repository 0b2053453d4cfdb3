class Part:
    def attach(self, whole):
        self = whole
        print(self, 1)
        print(1)
