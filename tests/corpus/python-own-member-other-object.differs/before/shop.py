import threading


class Label:
    _name = "none"

    def show(self):
        return self._name


class Tag(Label):
    def show(self):
        return Label.show(self) + "!"


print(Label.show(threading.Thread(name="a")))
