; Scopes, what they bind and what they look up, in the vocabulary of tree-sitter's locals.
; The scoping that fingerprints use is the `alpha` table of grammar.yaml; a test holds both together.

[
  (method_declaration)
  (constructor_declaration)
  (compact_constructor_declaration)
  (lambda_expression)
  (block)
  (for_statement)
  (enhanced_for_statement)
  (try_with_resources_statement)
  (catch_clause)
  (switch_block)
  (switch_rule)
  (class_body)
  (interface_body)
  (annotation_type_body)
  (enum_body)
  (record_declaration)
] @local.scope

(variable_declarator name: (identifier) @local.definition)
(formal_parameter name: (identifier) @local.definition)
(catch_formal_parameter name: (identifier) @local.definition)
(enhanced_for_statement name: (identifier) @local.definition)
(resource name: (identifier) @local.definition)
(lambda_expression parameters: (identifier) @local.definition)
(inferred_parameters (identifier) @local.definition)
(instanceof_expression name: (identifier) @local.definition)
(type_pattern (identifier) @local.definition)
(record_pattern_component (identifier) @local.definition)
(class_declaration name: (identifier) @local.definition)
(record_declaration name: (identifier) @local.definition)
(interface_declaration name: (identifier) @local.definition)
(enum_declaration name: (identifier) @local.definition)
(annotation_type_declaration name: (identifier) @local.definition)
(enum_constant name: (identifier) @local.definition)

(identifier) @local.reference
