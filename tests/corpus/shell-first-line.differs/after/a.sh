 #!/usr/bin/env bash
if [ "$1" ]; then
  printf '%s\n' "${1:-none}"
fi
