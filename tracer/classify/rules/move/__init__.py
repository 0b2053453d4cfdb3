"""What the rule `move_definition` asks, one question a module.

`definition_meaning`: does the definition do the same in the other file; `users`: do those who use
it find it; `import_effects`: does importing the other file run nothing new; `import_edits`: which
edits make up for it. `definition` and `file` are the rules themselves.
"""
