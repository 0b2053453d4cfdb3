"""From the syntax tree of a language to the core language, by the table of the language."""
