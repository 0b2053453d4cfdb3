function fetchProps(id) {
  return { props: { id } }
}

export default function Page({ id }) {
  return fetchProps(id).props.id
}
