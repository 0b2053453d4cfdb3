class Base:
    def stop(self):
        pass
