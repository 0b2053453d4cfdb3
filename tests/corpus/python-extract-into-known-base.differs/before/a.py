from ast import NodeVisitor


class Work(NodeVisitor):
    def visit_Name(self, node):
        print(1)
        print(2)
