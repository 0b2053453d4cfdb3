class A:
    def a(self):
        return 1

    def b(self):
        return 2


print(list(vars(A)))
