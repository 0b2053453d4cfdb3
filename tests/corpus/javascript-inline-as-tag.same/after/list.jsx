export function list(Box, text) {
  return <Box>{text}</Box>;
}
