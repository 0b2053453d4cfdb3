class Node:
    depth = 0

    def show(self, out):
        out.append(self.name)
        out.append(self.size)


class Leaf(Node, Shown):
    def draw(self, out):
        self.show(out)
