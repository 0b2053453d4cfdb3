; Definitions and references of JavaScript, in the vocabulary of tree-sitter's tags.

(function_declaration name: (_) @name) @definition.function
(generator_function_declaration name: (_) @name) @definition.function
(function_expression name: (_) @name) @definition.function
(generator_function name: (_) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(class name: (_) @name) @definition.class
(method_definition name: (_) @name) @definition.method

; Variables of the file, not those of functions.
(program (lexical_declaration (variable_declarator name: (_) @name) @definition.variable))
(program (variable_declaration (variable_declarator name: (_) @name) @definition.variable))
(export_statement (lexical_declaration (variable_declarator name: (_) @name) @definition.variable))
(export_statement (variable_declaration (variable_declarator name: (_) @name) @definition.variable))
(field_definition property: (_) @name) @definition.field

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (member_expression property: [(property_identifier) (private_property_identifier)] @name)) @reference.call
(new_expression constructor: (identifier) @name) @reference.class
(new_expression constructor: (member_expression property: (property_identifier) @name)) @reference.class
(jsx_opening_element name: (identifier) @name) @reference.call
(jsx_self_closing_element name: (identifier) @name) @reference.call
(class_heritage (identifier) @name) @reference.class
