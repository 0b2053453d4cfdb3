class Base:
    def __init__(self):
        print(1)
