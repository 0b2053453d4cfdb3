; Scopes, what they bind and what they look up, in the vocabulary of tree-sitter's locals.
; The scoping that fingerprints use is the `alpha` table of grammar.yaml; a test holds both together.

[
  (function_definition)
  (function_declarator)
  (abstract_function_declarator)
  (lambda_expression)
  (requires_expression)
  (template_declaration)
  (compound_statement)
  (if_statement)
  (while_statement)
  (switch_statement)
  (for_statement)
  (for_range_loop)
  (catch_clause)
  (try_statement)
  (namespace_definition)
  (field_declaration_list)
] @local.scope

(declaration declarator: (identifier) @local.definition)
(init_declarator declarator: (identifier) @local.definition)
(pointer_declarator declarator: (identifier) @local.definition)
(reference_declarator (identifier) @local.definition)
(array_declarator declarator: (identifier) @local.definition)
(function_declarator declarator: (identifier) @local.definition)
(structured_binding_declarator (identifier) @local.definition)
(parameter_declaration declarator: (identifier) @local.definition)
(optional_parameter_declaration declarator: (identifier) @local.definition)
(variadic_declarator (identifier) @local.definition)
(for_range_loop declarator: (identifier) @local.definition)
(lambda_capture_initializer left: (identifier) @local.definition)
(type_parameter_declaration (type_identifier) @local.definition)
(optional_type_parameter_declaration name: (type_identifier) @local.definition)
(enumerator name: (identifier) @local.definition)
(type_definition declarator: (type_identifier) @local.definition)
(alias_declaration name: (type_identifier) @local.definition)

(identifier) @local.reference
(type_identifier) @local.reference
