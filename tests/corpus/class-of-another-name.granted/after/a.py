from lib import Base


class C(Base):
    def __init__(self):
        super().__init__()
