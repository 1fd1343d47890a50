import type { Metadata } from "next";

export const metadata: Metadata = { title: "Not found" };

// Next loads what this page needs together with every other page, so it needs next to nothing.
export default function NotFoundPage() {
  return (
    <main id="main" className="missing">
      <h1>There is nothing at this address</h1>
      <p>It may have been mistyped, or the page may have moved.</p>
      <p>
        <a href="/docs">Go to the API reference</a>
      </p>
    </main>
  );
}
