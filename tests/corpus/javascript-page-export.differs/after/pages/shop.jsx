export function getProps(id) {
  return { props: { id } }
}

export default function Page({ id }) {
  return id
}
