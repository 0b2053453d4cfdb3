class Guard:
    def __setattr__(self, name, value):
        print(name, value)
        super().__setattr__(name, value)
