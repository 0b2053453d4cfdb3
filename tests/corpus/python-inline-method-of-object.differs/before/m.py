class Timer:
    def __init__(self):
        self.stop = 0

    def advance(self, steps):
        self.stop += steps
        print(self.stop)


def run():
    timer = make()
    timer.advance(2)
    return timer
