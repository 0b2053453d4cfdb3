class Node:
    depth = 0


class Leaf(Node, Shown):
    def draw(self, out):
        out.append(self.name)
        out.append(self.size)
