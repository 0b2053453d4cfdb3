class Guard:
    def assign(self, name, value):
        print(name, value)
        super().__setattr__(name, value)
