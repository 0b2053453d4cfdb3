"""What the rule `move_definition` asks, one question a module.

`body`: does the definition do the same in the other file; `users`: do those who use it find it;
`executed`: does importing the other file run nothing new; `imports`: which edits make up for it.
"""
