; Definitions of Swift, in the vocabulary of tree-sitter's tags.

(class_declaration name: (_) @name) @definition.class
(protocol_declaration name: (type_identifier) @name) @definition.interface
(function_declaration name: (simple_identifier) @name) @definition.function
(protocol_function_declaration name: (simple_identifier) @name) @definition.function

(call_expression (simple_identifier) @name) @reference.call
