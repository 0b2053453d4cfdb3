class Bar:
    def color(self):
        return 1


class Side(Bar):
    width = 3


def main():
    side = Side()
    print(side)
    side.shown = True
    return side
