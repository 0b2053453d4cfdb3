from base import Base


class CartCase(Base):
    def test_a(self):
        return 1
