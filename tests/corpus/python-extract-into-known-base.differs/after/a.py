from ast import NodeVisitor


class Work(NodeVisitor):
    def visit_Name(self, node):
        self.visit_Call(node)

    def visit_Call(self, node):
        print(1)
        print(2)
