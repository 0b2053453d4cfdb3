class Timer:
    def __init__(self):
        self.stop = 0


def run():
    timer = make()
    timer.stop += 2
    print(timer.stop)
    return timer
