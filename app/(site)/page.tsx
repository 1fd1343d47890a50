import Link from "next/link";
import { Code } from "@/components/docs/code";
import { exampleOrderBody } from "@/lib/api/operations/examples";
import { config } from "@/lib/config";
import { sample } from "@/lib/reference/samples";

export const dynamic = "force-dynamic";

const PROMISES = [
  {
    title: "Retries are safe",
    text: "An order is made once per identifier, however often and however simultaneously it is sent. Repeats get the original, byte for byte.",
  },
  {
    title: "Errors say everything",
    text: "A rejected request names every offending field at once, each with its path and what is wrong there.",
  },
  {
    title: "Nothing is half done",
    text: "Each operation is one transaction, its event included. The journal hands the events out in order, without gaps.",
  },
  {
    title: "It is yours to run",
    text: "One Node process and one PostgreSQL, which it brings along. No other service, no sales call.",
  },
] as const;

export default function HomePage() {
  const url = `${config().publicUrl}/v1/partner/orders`;
  return (
    <main id="main" className="mx-auto max-w-6xl px-4 py-12 sm:px-6 sm:py-16">
      <div className="grid items-start gap-10 lg:grid-cols-2">
        <div>
          <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
            Courier deliveries, ordered by a strict API
          </h1>
          <p className="mt-5 text-lg text-soft text-pretty">
            Dropline is a courier delivery ordering service that anyone can run. Price a trip, order a courier
            with one to ten dropoffs, change it, cancel it, and forward tracking links. Every answer comes in
            one envelope, and every retry is safe.
          </p>
          <p className="mt-8 flex flex-wrap gap-3">
            <Link
              href="/docs"
              className="rounded-lg bg-ink px-5 py-3 text-sm font-medium text-page hover:opacity-90"
            >
              Read the API reference
            </Link>
            <a
              href="/openapi.json"
              className="rounded-lg border border-line px-5 py-3 text-sm font-medium hover:bg-panel"
            >
              OpenAPI 3.1 document
            </a>
          </p>
          <h2 className="mt-12 text-sm font-semibold">Run it</h2>
          <div className="mt-3">
            <Code code="npm start" language="bash" label="Command that starts the service" />
          </div>
          <p className="mt-3 text-sm text-soft">
            It installs, builds, starts its database, makes a demo and prints a key to begin with.
          </p>
        </div>
        <div className="min-w-0">
          <h2 className="mb-3 text-sm font-semibold">Order a courier</h2>
          <Code
            code={sample("curl", { method: "POST", url, body: exampleOrderBody })}
            language="bash"
            label="Request that creates a delivery"
          />
        </div>
      </div>
      <ul className="mt-16 grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {PROMISES.map(({ title, text }) => (
          <li key={title} className="border-t border-line pt-4">
            <h2 className="font-semibold">{title}</h2>
            <p className="mt-1 text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
