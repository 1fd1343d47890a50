import Link from "next/link";
import { OPERATIONS } from "@/lib/api/operations";

const METHOD_COLOURS: Readonly<Record<string, string>> = {
  GET: "text-delivered",
  POST: "text-link",
  PUT: "text-late",
  PATCH: "text-late",
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
          <Link href={`/docs${query}`} className="block rounded-md px-2 py-1.5 hover:bg-hover">
            Overview
          </Link>
        </li>
        {OPERATIONS.map(({ operationId, method, summary }) => (
          <li key={operationId}>
            <Link
              href={`/docs/${operationId}${query}`}
              aria-current={operationId === current ? "page" : undefined}
              className="flex items-baseline gap-2 rounded-md px-2 py-1.5 hover:bg-hover aria-[current=page]:bg-fill aria-[current=page]:font-semibold"
            >
              <span className="w-11 shrink-0">
                <Method method={method} />
              </span>
              {summary}
            </Link>
          </li>
        ))}
        <li>
          <Link href="/docs/webhooks" className="block rounded-md px-2 py-1.5 hover:bg-hover">
            Webhooks
          </Link>
        </li>
        <li>
          <Link href="/docs/testing" className="block rounded-md px-2 py-1.5 hover:bg-hover">
            Testing
          </Link>
        </li>
        <li>
          <Link href="/docs/errors" className="block rounded-md px-2 py-1.5 hover:bg-hover">
            Errors
          </Link>
        </li>
      </ul>
    </nav>
  );
}
