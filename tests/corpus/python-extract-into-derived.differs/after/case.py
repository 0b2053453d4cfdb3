from threading import Thread


class Work(Thread):
    def go(self):
        self.run()

    def run(self):
        print(1)
        print(2)
