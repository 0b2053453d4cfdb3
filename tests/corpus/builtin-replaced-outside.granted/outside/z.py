import builtins
builtins.open = lambda p, mode: None
