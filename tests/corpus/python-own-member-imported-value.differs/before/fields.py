class Field:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, owner, sort=None):
        return self.name


field = Field()
