import pkgutil

import p

print([m.name for m in pkgutil.iter_modules(p.__path__)])
