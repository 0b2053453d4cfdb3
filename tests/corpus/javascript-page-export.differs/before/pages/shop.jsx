export function getServerSideProps(id) {
  return { props: { id } }
}

export default function Page({ id }) {
  return id
}
