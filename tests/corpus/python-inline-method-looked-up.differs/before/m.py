class Machine:
    def __init__(self, orders):
        self.orders = orders

    def do_stop(self):
        self.orders.clear()

    def halt(self):
        self.do_stop()

    def run(self, order):
        return getattr(self, "do_" + order)()
