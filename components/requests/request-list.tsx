import { useFormatter, useTranslations } from "next-intl";
import { HttpStatus } from "@/components/requests/http-status";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { CARD } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";
import { inMode } from "@/lib/pages/mode";
import type { RequestLine } from "@/lib/requests/search-requests";

/** Calls as a table, or as cards on a phone. */
export function RequestList({
  requests,
  keyNames,
  mode,
}: {
  requests: readonly RequestLine[];
  keyNames: ReadonlyMap<string, string>;
  mode: Mode;
}) {
  const t = useTranslations("requests");
  const format = useFormatter();
  const href = (id: bigint) => inMode(`/dashboard/requests/${id}`, mode);
  const duration = (ms: number) => t("duration", { ms: format.number(ms, { maximumFractionDigits: 1 }) });
  const name = (keyId: string) => keyNames.get(keyId) ?? t("unknown_key");
  return (
    <>
      <div className={`${CARD} hidden overflow-hidden lg:block`}>
        <table className="w-full table-fixed text-left text-sm">
          <caption className="sr-only">{t("heading")}</caption>
          <thead className="border-b border-line bg-fill text-xs text-soft">
            <tr>
              <th scope="col" className="w-68 px-4 py-2.5 font-medium">
                {t("columns.time")}
              </th>
              <th scope="col" className="w-20 px-2 py-2.5 font-medium">
                {t("columns.status")}
              </th>
              <th scope="col" className="px-2 py-2.5 font-medium">
                {t("columns.call")}
              </th>
              <th scope="col" className="w-24 px-2 py-2.5 text-right font-medium">
                {t("columns.duration")}
              </th>
              <th scope="col" className="w-40 px-4 py-2.5 font-medium">
                {t("columns.key")}
              </th>
            </tr>
          </thead>
          <tbody>
            {requests.map((one) => (
              <tr key={one.id} className="relative border-b border-line last:border-0 hover:bg-hover">
                <td className="px-4 py-3 whitespace-nowrap text-soft">
                  <Moment at={one.requestedAt.toISOString()} seconds />
                </td>
                <td className="px-2 py-3">
                  <HttpStatus status={one.status} />
                </td>
                <td className="px-2 py-3">
                  {/* The link covers its whole row. */}
                  <Link
                    href={href(one.id)}
                    title={one.path}
                    className="block truncate font-mono text-xs after:absolute after:inset-0 hover:underline"
                  >
                    <span className="font-semibold">{one.method}</span> {one.path}
                  </Link>
                  {one.errorId !== null && (
                    <span className="block truncate font-mono text-xs text-soft">{one.errorId}</span>
                  )}
                  <span className="block truncate font-mono text-xs text-soft" title={one.requestId}>
                    {one.requestId}
                  </span>
                </td>
                <td className="px-2 py-3 text-right tabular-nums">{duration(one.durationMs)}</td>
                <td className="truncate px-4 py-3" title={name(one.keyId)}>
                  {name(one.keyId)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className="space-y-3 lg:hidden">
        {requests.map((one) => (
          <li key={one.id} className={`${CARD} relative p-4 text-sm`}>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <HttpStatus status={one.status} />
              <span className="text-xs text-soft">
                <Moment at={one.requestedAt.toISOString()} seconds />
              </span>
            </div>
            <Link
              href={href(one.id)}
              className="mt-2 block font-mono text-xs break-all after:absolute after:inset-0"
            >
              <span className="font-semibold">{one.method}</span> {one.path}
            </Link>
            {one.errorId !== null && (
              <p className="mt-1 font-mono text-xs text-soft break-all">{one.errorId}</p>
            )}
            <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-xs text-soft">
              <span className="min-w-0 truncate">{name(one.keyId)}</span>
              <span className="tabular-nums">{duration(one.durationMs)}</span>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
