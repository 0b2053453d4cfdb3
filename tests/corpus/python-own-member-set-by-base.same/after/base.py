class Base:
    def __init__(self, **given):
        for key in given:
            setattr(self, "given", key)
