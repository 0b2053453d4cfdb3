class Visitor:
    def visit(self, node):
        handler = getattr(self, "visit_" + node.kind, print)
        handler(node)

    def run(self, nodes):
        for node in nodes:
            self.visit_one(node)

    def visit_one(self, node):
        print(node)
        self.visit(node)
