from threading import Thread


class Work(Thread):
    def go(self):
        print(1)
        print(2)
