class Reader:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def step(self):
        self.at += 1
        return self.text[self.at]

    def mark(self, report):
        return report(self.at, self.step())
