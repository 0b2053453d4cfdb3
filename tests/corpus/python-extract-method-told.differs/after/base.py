class Base:
    def __init_subclass__(cls):
        print(sorted(cls.__dict__))
