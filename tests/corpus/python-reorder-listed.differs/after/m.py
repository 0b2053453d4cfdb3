class A:
    def b(self):
        return 2

    def a(self):
        return 1


print(list(vars(A)))
