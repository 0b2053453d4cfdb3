; Scopes, what they bind and what they look up, in the vocabulary of tree-sitter's locals.
; The scoping that fingerprints use is the `alpha` table of grammar.yaml; a test holds both together.

[
  (function_definition)
  (function_declarator)
  (abstract_function_declarator)
  (compound_statement)
  (for_statement)
] @local.scope

(declaration declarator: (identifier) @local.definition)
(init_declarator declarator: (identifier) @local.definition)
(pointer_declarator declarator: (identifier) @local.definition)
(array_declarator declarator: (identifier) @local.definition)
(function_declarator declarator: (identifier) @local.definition)
(parameter_declaration declarator: (identifier) @local.definition)
(parameter_list (identifier) @local.definition)
(enumerator name: (identifier) @local.definition)
(type_definition declarator: (type_identifier) @local.definition)

(identifier) @local.reference
(type_identifier) @local.reference
