; Definitions of Ruby, in the vocabulary of tree-sitter's tags.

(module name: (_) @name) @definition.module
(class name: (_) @name) @definition.class
(method name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method

(call method: (identifier) @name) @reference.call
