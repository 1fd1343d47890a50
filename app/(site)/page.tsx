import Link from "next/link";
import { Code } from "@/components/docs/code";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";
import { exampleOrderBody } from "@/lib/api/operations/examples";
import { config } from "@/lib/config";
import { sample } from "@/lib/reference/samples";

export const dynamic = "force-dynamic";

const PROMISES = [
  {
    title: "Retries are safe",
    text: "An identifier makes one order, however often you send it and however many requests race. Repeats return the original order.",
  },
  {
    title: "Errors say everything",
    text: "A rejected request names every invalid field at once, with its path and the reason.",
  },
  {
    title: "All or nothing",
    text: "Each operation is one transaction, including its event. The event journal is in order and has no gaps.",
  },
  {
    title: "It is yours to run",
    text: "One Node process and one PostgreSQL database, which comes included. No other services, no sales call.",
  },
] as const;

export default function HomePage() {
  const url = `${config().publicUrl}/v1/partner/orders`;
  return (
    <main id="main" className="mx-auto max-w-6xl px-4 py-12 sm:px-6 sm:py-16">
      <div className="grid items-start gap-10 lg:grid-cols-2">
        <div>
          <h1 className="type-display">Order couriers through a strict API</h1>
          <p className="mt-5 text-lg text-soft text-pretty">
            Dropline is a courier delivery service that anyone can run. Price a trip, order a courier with one
            to ten dropoffs, change or cancel the order, and share tracking links. Every response has the same
            envelope, and every retry is safe.
          </p>
          <p className="mt-8 flex flex-wrap gap-3">
            <Link href="/docs" className={PRIMARY}>
              Read the API reference
            </Link>
            <a href="/openapi.json" className={SECONDARY}>
              OpenAPI 3.1 document
            </a>
          </p>
          <h2 className="mt-12 type-heading">Run it</h2>
          <div className="mt-3">
            <Code code="npm start" language="bash" label="The command that starts the service" />
          </div>
          <p className="mt-3 text-sm text-soft">
            Installs, builds, starts its database, sets up a demo and prints a key to start with.
          </p>
        </div>
        <div className="min-w-0">
          <h2 className="mb-3 type-heading">Order a courier</h2>
          <Code
            code={sample("curl", { method: "POST", url, body: exampleOrderBody })}
            language="bash"
            label="A request that creates an order"
          />
        </div>
      </div>
      <ul className="mt-16 grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {PROMISES.map(({ title, text }) => (
          <li key={title} className="border-t border-line pt-4">
            <h2 className="type-heading">{title}</h2>
            <p className="mt-1 text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
