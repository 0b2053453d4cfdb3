import threading


class Label:
    _title = "none"

    def show(self):
        return self._title


class Tag(Label):
    def show(self):
        return Label.show(self) + "!"


print(Tag().show())
