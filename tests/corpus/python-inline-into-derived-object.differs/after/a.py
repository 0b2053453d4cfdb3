class Bar:
    def color(self):
        return 1


class Side(Bar):
    __getattribute__ = find


def main():
    side = Side()
    print(side)
    side.shown = True
    return side
