class Bag:
    def close(self):
        self.empty()

    def empty(self):
        self.rows.clear()
        print(self)
