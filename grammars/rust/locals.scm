; Scopes, what they bind and what they look up, in the vocabulary of tree-sitter's locals.
; The scoping that fingerprints use is the `alpha` table of grammar.yaml; a test holds both together.

[
  (function_item)
  (closure_expression)
  (block)
  (match_arm)
  (if_expression)
  (while_expression)
  (for_expression)
  (mod_item)
  (impl_item)
  (trait_item)
] @local.scope

(let_declaration pattern: (identifier) @local.definition)
(parameter pattern: (identifier) @local.definition)
(closure_parameters (identifier) @local.definition)
(for_expression pattern: (identifier) @local.definition)
(tuple_pattern (identifier) @local.definition)
(slice_pattern (identifier) @local.definition)
(ref_pattern (identifier) @local.definition)
(mut_pattern (identifier) @local.definition)
(reference_pattern (identifier) @local.definition)
(captured_pattern . (identifier) @local.definition)
(field_pattern pattern: (identifier) @local.definition)
(field_pattern name: (shorthand_field_identifier) @local.definition)
; Upper case stands for a constant or a variant.
((tuple_struct_pattern "(" (identifier) @local.definition)
  (#match? @local.definition "^[^A-Z]"))
((match_pattern . (identifier) @local.definition)
  (#match? @local.definition "^[^A-Z]"))
(function_item name: (identifier) @local.definition)
(const_item name: (identifier) @local.definition)
(static_item name: (identifier) @local.definition)
(const_parameter name: (identifier) @local.definition)
(use_as_clause alias: (identifier) @local.definition)

(identifier) @local.reference
