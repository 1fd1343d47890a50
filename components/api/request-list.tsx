"use client";

import { useFormatter, useTranslations } from "next-intl";
import { HttpStatus } from "@/components/api/http-status";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import type { Mode } from "@/lib/account-scope";
import type { RequestLogItem } from "@/lib/api/request-log/search-requests";
import { withMode } from "@/lib/http/mode";

const COLUMNS = [
  ["status", "w-20"],
  ["call", ""],
  ["order", "w-32"],
  ["key", "w-32"],
  ["id", "w-28"],
  ["duration", "w-24 text-right"],
  ["time", "w-40 text-right"],
] as const;

export function RequestList(props: {
  requests: readonly RequestLogItem[];
  keyNames: ReadonlyMap<string, string>;
  mode: Mode;
}) {
  const { requests, keyNames, mode } = props;
  const t = useTranslations("requests");
  return (
    <table className="block w-full text-left text-sm lg:table lg:table-fixed">
      <caption className="sr-only">{t("heading")}</caption>
      <thead className="hidden border-b border-line text-xs text-soft lg:table-header-group">
        <tr>
          {COLUMNS.map(([name, look]) => (
            <th key={name} scope="col" className={`h-9 pr-3 font-normal last:pr-0 ${look}`}>
              {t(`columns.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block lg:table-row-group">
        {requests.map((one) => (
          <RequestRow
            key={one.id}
            request={one}
            keyName={keyNames.get(one.keyId) ?? t("unknown_key")}
            mode={mode}
          />
        ))}
      </tbody>
    </table>
  );
}

function RequestRow(props: { request: RequestLogItem; keyName: string; mode: Mode }) {
  const { request: one, keyName, mode } = props;
  const t = useTranslations("requests");
  const format = useFormatter();
  const { externalOrderId } = one;
  return (
    <tr className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line py-3 last:border-0 hover:bg-hover lg:table-row lg:h-11">
      <td className="lg:pr-3">
        <HttpStatus status={one.status} />
      </td>
      <td className="max-lg:col-span-2 max-lg:row-start-2 lg:pr-3">
        {/* The link covers its whole row. */}
        <Link
          href={withMode(`/dashboard/requests/${one.id}`, mode)}
          title={one.path}
          className="block font-mono text-xs break-all after:absolute after:inset-0 lg:truncate"
        >
          <span className="font-semibold">{one.method}</span> {one.route}
          {one.errorId !== null && <span className="text-soft max-lg:block"> {one.errorId}</span>}
        </Link>
      </td>
      <td
        className="truncate text-xs max-lg:row-start-3 max-lg:text-soft max-lg:empty:hidden lg:pr-3 lg:font-mono"
        title={externalOrderId ?? undefined}
      >
        {externalOrderId}
      </td>
      <td
        className={`truncate text-xs text-soft max-lg:row-start-3 lg:pr-3 ${externalOrderId === null ? "" : "max-lg:hidden"}`}
        title={keyName}
      >
        {keyName}
      </td>
      <td className="truncate pr-3 font-mono text-xs text-soft max-lg:hidden" title={one.requestId}>
        {one.requestId}
      </td>
      <td className="text-right text-xs text-soft tabular-nums max-lg:col-start-2 max-lg:row-start-3 lg:pr-3">
        {t("duration", { ms: format.number(one.durationMs, { maximumFractionDigits: 0 }) })}
      </td>
      <td className="text-right text-xs whitespace-nowrap text-soft tabular-nums max-lg:col-start-2 max-lg:row-start-1">
        <DateTime at={one.requestedAt.toISOString()} seconds short />
      </td>
    </tr>
  );
}
