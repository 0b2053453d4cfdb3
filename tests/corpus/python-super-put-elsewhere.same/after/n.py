import builtins

builtins.sup = print
