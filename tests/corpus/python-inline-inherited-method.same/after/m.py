class Node:
    depth = 0


class Leaf(Node):
    def draw(self, out):
        out.append(self.name)
        out.append(self.size)
