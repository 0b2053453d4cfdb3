from threading import Thread


class Work(Thread):
    def go(self):
        self.show()

    def show(self):
        print(1)
        print(2)
