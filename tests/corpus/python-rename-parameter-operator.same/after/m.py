class Guard:
    def __setattr__(self, name, content):
        print(name, content)
        super().__setattr__(name, content)
