"""Look-ups at run time: names, modules and members that are asked for by a text."""
