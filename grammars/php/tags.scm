; Definitions of PHP, in the vocabulary of tree-sitter's tags.

(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.class
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.field
(method_declaration name: (name) @name) @definition.method
(function_definition name: (name) @name) @definition.function
(property_element name: (variable_name) @name) @definition.field

(function_call_expression function: (name) @name) @reference.call
