; Scopes of Kotlin and the names they bind, in the vocabulary of tree-sitter's locals.

[
  (source_file)
  (class_body)
  (enum_class_body)
  (function_declaration)
  (anonymous_function)
  (secondary_constructor)
  (lambda_literal)
  (statements)
  (for_statement)
  (catch_block)
] @local.scope

(variable_declaration (simple_identifier) @local.definition)
(parameter (simple_identifier) @local.definition)
(class_parameter (simple_identifier) @local.definition)
(function_declaration (simple_identifier) @local.definition)
(class_declaration (type_identifier) @local.definition)

(simple_identifier) @local.reference
