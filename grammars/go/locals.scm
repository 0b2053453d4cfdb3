; Scopes, what they bind and what they look up, in the vocabulary of tree-sitter's locals.
; The scoping that fingerprints use is the `alpha` table of grammar.yaml; a test holds both together.

[
  (function_declaration)
  (method_declaration)
  (func_literal)
  (function_type)
  (method_elem)
  (block)
  (if_statement)
  (for_statement)
  (expression_switch_statement)
  (type_switch_statement)
  (expression_case)
  (type_case)
  (default_case)
  (communication_case)
] @local.scope

(parameter_declaration name: (identifier) @local.definition)
(variadic_parameter_declaration name: (identifier) @local.definition)
(type_parameter_declaration name: (identifier) @local.definition)
(short_var_declaration left: (expression_list (identifier) @local.definition))
(var_spec name: (identifier) @local.definition)
(const_spec name: (identifier) @local.definition)
(type_spec name: (type_identifier) @local.definition)
(type_alias name: (type_identifier) @local.definition)
(range_clause left: (expression_list (identifier) @local.definition) ":=")
(receive_statement left: (expression_list (identifier) @local.definition) ":=")
(type_switch_statement alias: (expression_list (identifier) @local.definition))

(identifier) @local.reference
