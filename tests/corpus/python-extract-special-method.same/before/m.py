class Bag:
    def close(self):
        self.rows.clear()
        print(self)
