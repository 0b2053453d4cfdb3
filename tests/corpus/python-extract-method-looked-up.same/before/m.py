class Visitor:
    def visit(self, node):
        handler = getattr(self, "handle_" + node.kind, print)
        handler(node)

    def run(self, nodes):
        for node in nodes:
            print(node)
            self.visit(node)
