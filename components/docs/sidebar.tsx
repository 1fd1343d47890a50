import Link from "next/link";
import { OPERATIONS } from "@/lib/api/operations";

const METHOD_COLOURS: Readonly<Record<string, string>> = {
  GET: "text-good",
  POST: "text-accent",
  PUT: "text-warn",
  PATCH: "text-warn",
};

/** An operation's method, in its colour. */
export function Method({ method }: { method: string }) {
  return <span className={`font-mono text-xs font-bold ${METHOD_COLOURS[method] ?? ""}`}>{method}</span>;
}

/** Lists all operations next to every page of the reference. */
export function DocsSidebar({
  current,
  query = "",
}: {
  current: string | undefined;
  query: string | undefined;
}) {
  return (
    <nav aria-label="Operations" className="text-sm">
      <ul className="space-y-0.5">
        <li>
          <Link href={`/docs${query}`} className="block rounded px-2 py-1.5 hover:bg-panel">
            Overview
          </Link>
        </li>
        {OPERATIONS.map(({ operationId, method, summary }) => (
          <li key={operationId}>
            <Link
              href={`/docs/${operationId}${query}`}
              aria-current={operationId === current ? "page" : undefined}
              className="flex items-baseline gap-2 rounded px-2 py-1.5 hover:bg-panel aria-[current=page]:bg-panel aria-[current=page]:font-semibold"
            >
              <span className="w-11 shrink-0">
                <Method method={method} />
              </span>
              {summary}
            </Link>
          </li>
        ))}
        <li>
          <Link href="/docs/webhooks" className="block rounded px-2 py-1.5 hover:bg-panel">
            Webhooks
          </Link>
        </li>
        <li>
          <Link href="/docs/errors" className="block rounded px-2 py-1.5 hover:bg-panel">
            Errors
          </Link>
        </li>
      </ul>
    </nav>
  );
}
