from base import Base


class Shelf(Base):
    def size(self):
        return len(self)
