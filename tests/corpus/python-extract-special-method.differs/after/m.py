class Bag:
    def close(self):
        self.__del__()

    def __del__(self):
        self.rows.clear()
        print(self)
