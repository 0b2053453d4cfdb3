class Machine:
    def __init__(self, orders):
        self.orders = orders

    def halt(self):
        self.orders.clear()

    def run(self, order):
        return getattr(self, "do_" + order)()
