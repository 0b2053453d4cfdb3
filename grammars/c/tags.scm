; Definitions and references of C, in the vocabulary of tree-sitter's tags.

(struct_specifier name: (_) @name body: (_)) @definition.struct
(union_specifier name: (_) @name body: (_)) @definition.struct
(enum_specifier name: (_) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.field
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @definition.type
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

; A function or a prototype; `(*f)` is a pointer to one, in a variable or a field.
(function_declarator declarator: (identifier) @name) @definition.function

; Variables of the file, not those of functions.
(translation_unit (declaration declarator: (identifier) @name) @definition.variable)
(translation_unit (declaration declarator: (_ declarator: (identifier) @name)) @definition.variable)
(translation_unit (declaration declarator: (_ declarator: (_ declarator: (identifier) @name))) @definition.variable)
(translation_unit (declaration declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))) @definition.variable)
(declaration_list (declaration declarator: (identifier) @name) @definition.variable)
(declaration_list (declaration declarator: (init_declarator declarator: (identifier) @name)) @definition.variable)

(field_declaration type: (_) . declarator: (field_identifier) @name) @definition.field
(field_declaration type: (_) . declarator: (_ declarator: (field_identifier) @name)) @definition.field
(field_declaration type: (_) . declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))) @definition.field

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression field: (field_identifier) @name)) @reference.call
(struct_specifier name: (type_identifier) @name !body) @reference.struct
