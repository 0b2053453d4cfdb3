import ast
from rates import vat

print(vat(1), list(ast.walk(ast.parse('close'))))
