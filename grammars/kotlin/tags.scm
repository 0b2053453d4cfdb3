; Definitions and references of Kotlin, in the vocabulary of tree-sitter's tags.

(class_declaration (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name) @definition.class
(companion_object (type_identifier) @name) @definition.class
(enum_entry (simple_identifier) @name) @definition.field
(type_alias (type_identifier) @name) @definition.type
(function_declaration (simple_identifier) @name) @definition.function
(secondary_constructor "constructor" @name) @definition.method
(class_parameter (simple_identifier) @name) @definition.field
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.field)
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @definition.field)

(call_expression (simple_identifier) @name) @reference.call
(constructor_invocation (user_type (type_identifier) @name)) @reference.class
