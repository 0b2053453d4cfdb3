class Timer:
    def __init__(self):
        self.stop = 0


def run():
    timer = Timer()
    timer.stop += 2
    print(timer.stop)
    return timer
