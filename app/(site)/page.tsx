export default function HomePage() {
  return <main>Dropline</main>;
}
