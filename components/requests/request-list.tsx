"use client";

import { useFormatter, useTranslations } from "next-intl";
import { HttpStatus } from "@/components/requests/http-status";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import type { Mode } from "@/lib/accounts/scope";
import { inMode } from "@/lib/pages/mode";
import type { RequestLine } from "@/lib/requests/search-requests";

/** Calls as a table, or as two lines each on a phone. */
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
  const duration = (ms: number) => t("duration", { ms: format.number(ms, { maximumFractionDigits: 0 }) });
  const name = (keyId: string) => keyNames.get(keyId) ?? t("unknown_key");
  return (
    <>
      <table className="hidden w-full table-fixed text-left text-sm lg:table">
        <caption className="sr-only">{t("heading")}</caption>
        <thead className="border-b border-line text-xs text-soft">
          <tr>
            <Column width="w-20">{t("columns.status")}</Column>
            <Column>{t("columns.call")}</Column>
            <Column width="w-32">{t("columns.order")}</Column>
            <Column width="w-32">{t("columns.key")}</Column>
            <Column width="w-28">{t("columns.id")}</Column>
            <Column width="w-20 text-right">{t("columns.duration")}</Column>
            <Column width="w-40 text-right">{t("columns.time")}</Column>
          </tr>
        </thead>
        <tbody>
          {requests.map((one) => (
            <tr key={one.id} className="relative h-11 border-b border-line last:border-0 hover:bg-hover">
              <td className="pr-3">
                <HttpStatus status={one.status} />
              </td>
              <td className="pr-3">
                {/* The link covers its whole row. */}
                <Link
                  href={href(one.id)}
                  title={one.path}
                  className="block truncate font-mono text-xs after:absolute after:inset-0"
                >
                  <span className="font-semibold">{one.method}</span> {one.route}
                  {one.errorId !== null && <span className="text-soft"> {one.errorId}</span>}
                </Link>
              </td>
              <td className="truncate pr-3 font-mono text-xs" title={one.externalOrderId ?? undefined}>
                {one.externalOrderId}
              </td>
              <td className="truncate pr-3 text-xs text-soft" title={name(one.keyId)}>
                {name(one.keyId)}
              </td>
              <td className="truncate pr-3 font-mono text-xs text-soft" title={one.requestId}>
                {one.requestId}
              </td>
              <td className="pr-3 text-right text-xs text-soft tabular-nums">{duration(one.durationMs)}</td>
              <td className="text-right text-xs whitespace-nowrap text-soft tabular-nums">
                <Moment at={one.requestedAt.toISOString()} seconds short />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="lg:hidden">
        {requests.map((one) => (
          <li key={one.id} className="relative border-b border-line py-3 text-sm last:border-0">
            <p className="flex items-center justify-between gap-3">
              <HttpStatus status={one.status} />
              <span className="text-xs text-soft tabular-nums">
                <Moment at={one.requestedAt.toISOString()} seconds short />
              </span>
            </p>
            <Link
              href={href(one.id)}
              className="mt-1 block font-mono text-xs break-all after:absolute after:inset-0"
            >
              <span className="font-semibold">{one.method}</span> {one.route}
            </Link>
            {one.errorId !== null && <p className="font-mono text-xs break-all text-soft">{one.errorId}</p>}
            <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-xs text-soft">
              <span className="min-w-0 truncate">{one.externalOrderId ?? name(one.keyId)}</span>
              <span className="tabular-nums">{duration(one.durationMs)}</span>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Column({ width = "", children }: { width?: string; children: string }) {
  return (
    <th scope="col" className={`h-9 pr-3 font-normal last:pr-0 ${width}`}>
      {children}
    </th>
  );
}
