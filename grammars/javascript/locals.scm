; Scopes, what they bind and what they look up, in the vocabulary of tree-sitter's locals.
; The scoping that fingerprints use is the `alpha` table of grammar.yaml; a test holds both together.

[
  (function_declaration)
  (generator_function_declaration)
  (function_expression)
  (generator_function)
  (arrow_function)
  (method_definition)
  (class_static_block)
  (class)
  (statement_block)
  (for_statement)
  (for_in_statement)
  (switch_body)
  (catch_clause)
] @local.scope

(variable_declarator name: (identifier) @local.definition)
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @local.definition))
(variable_declarator name: (object_pattern (pair_pattern value: (identifier) @local.definition)))
(variable_declarator name: (array_pattern (identifier) @local.definition))
(variable_declarator name: (array_pattern (rest_pattern (identifier) @local.definition)))
(formal_parameters (identifier) @local.definition)
(formal_parameters (assignment_pattern left: (identifier) @local.definition))
(formal_parameters (rest_pattern (identifier) @local.definition))
(formal_parameters (object_pattern (shorthand_property_identifier_pattern) @local.definition))
(formal_parameters (object_pattern (pair_pattern value: (identifier) @local.definition)))
(formal_parameters (array_pattern (identifier) @local.definition))
(arrow_function parameter: (identifier) @local.definition)
(catch_clause parameter: (identifier) @local.definition)
(for_in_statement kind: _ left: (identifier) @local.definition)
(function_declaration name: (identifier) @local.definition)
(generator_function_declaration name: (identifier) @local.definition)
(function_expression name: (identifier) @local.definition)
(generator_function name: (identifier) @local.definition)
(class_declaration name: (identifier) @local.definition)
(class name: (identifier) @local.definition)

(identifier) @local.reference
(shorthand_property_identifier) @local.reference
