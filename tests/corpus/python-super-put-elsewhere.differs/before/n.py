import builtins

builtins.super = print
