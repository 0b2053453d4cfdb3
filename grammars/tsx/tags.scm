; Definitions and references of TypeScript with JSX, in the vocabulary of tree-sitter's tags.

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
(ambient_declaration (lexical_declaration (variable_declarator name: (_) @name) @definition.variable))
(ambient_declaration (variable_declaration (variable_declarator name: (_) @name) @definition.variable))
(statement_block (export_statement (lexical_declaration (variable_declarator name: (_) @name) @definition.variable)))
(internal_module body: (statement_block (lexical_declaration (variable_declarator name: (_) @name) @definition.variable)))
(module body: (statement_block (lexical_declaration (variable_declarator name: (_) @name) @definition.variable)))

(function_signature name: (_) @name) @definition.function
(abstract_class_declaration name: (_) @name) @definition.class
(abstract_method_signature name: (_) @name) @definition.method
(public_field_definition name: (_) @name) @definition.field
(interface_declaration name: (_) @name) @definition.interface
(interface_body (method_signature name: (_) @name) @definition.method)
(interface_body (property_signature name: (_) @name) @definition.field)
(class_body (method_signature name: (_) @name) @definition.method)
(type_alias_declaration (object_type (method_signature name: (_) @name) @definition.method))
(type_alias_declaration (object_type (property_signature name: (_) @name) @definition.field))
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name) @definition.enum
(enum_assignment name: (_) @name) @definition.field
(internal_module name: (_) @name) @definition.module
(module name: (_) @name) @definition.module

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (member_expression property: [(property_identifier) (private_property_identifier)] @name)) @reference.call
(new_expression constructor: (identifier) @name) @reference.class
(new_expression constructor: (member_expression property: (property_identifier) @name)) @reference.class
(extends_clause value: (identifier) @name) @reference.class
(implements_clause (type_identifier) @name) @reference.interface
(type_annotation (type_identifier) @name) @reference.type
(jsx_opening_element name: (identifier) @name) @reference.call
(jsx_self_closing_element name: (identifier) @name) @reference.call
