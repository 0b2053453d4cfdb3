function load(id) {
  return { props: { id } }
}

export default function Page({ id }) {
  return load(id).props.id
}
