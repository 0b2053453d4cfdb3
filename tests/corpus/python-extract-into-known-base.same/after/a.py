from b import Base


class Work(Base):
    def go(self):
        self.show()

    def show(self):
        print(1)
        print(2)
