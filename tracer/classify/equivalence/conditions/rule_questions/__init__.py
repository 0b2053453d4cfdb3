"""What rules ask of the one step that they recognise, asked of every proof."""
