"""Who finds code by the spelling of a name or by the path of a file."""
