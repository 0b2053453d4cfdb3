from b import Base


class Work(Base):
    def go(self):
        print(1)
        print(2)
