class Guard:
    def assign(self, name, content):
        print(name, content)
        super().__setattr__(name, content)
