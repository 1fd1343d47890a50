/** A page behind a link that leads to no delivery any more. */
export function OverPage({ title, text }: { title: string; text: string }) {
  return (
    <main id="main" className="tracking over">
      <svg viewBox="0 0 64 64" aria-hidden="true" className="glyph">
        <path d="M14 24 32 14l18 10v20L32 54 14 44Zm0 0 18 10 18-10M32 34v20" />
      </svg>
      <h1>{title}</h1>
      <p>{text}</p>
    </main>
  );
}
