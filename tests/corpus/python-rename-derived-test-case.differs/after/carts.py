from base import Base


class BasketCase(Base):
    def test_a(self):
        return 1
