import { getLocale, getTranslations } from "next-intl/server";
import { csvStream } from "@/app/file-response";
import { createAuditText } from "@/components/audit/audit-text";
import { type AuditFilter, listRecords } from "@/lib/audit/list-records";
import { isDate, nextDate, startOfDate } from "@/lib/locale/day";
import { wallClock } from "@/lib/locale/local-time";
import type { Locale } from "@/lib/locale/locale";
import { BYTE_ORDER_MARK, csvFormat, csvLine } from "@/lib/orders/list/order-csv";
import { runtime } from "@/lib/process/runtime";

const MAX_FILTER_LENGTH = 128;
const EXPORT_BATCH = 1_000;
const MAX_EXPORTED = 100_000;

/** Invalid parameters are ignored. */
export function parseAuditQuery(parameter: (name: string) => string, timeZone: string) {
  const read = (name: string) => parameter(name).trim().replaceAll("\0", "").slice(0, MAX_FILTER_LENGTH);
  const [from, to] = [read("from"), read("to")];
  const filter: AuditFilter = {
    actor: read("actor"),
    action: read("action"),
    object: read("object"),
    isRefused: read("outcome") === "refused",
    from: isDate(from) ? startOfDate(from, timeZone) : null,
    to: isDate(to) ? startOfDate(nextDate(to), timeZone) : null,
  };
  const before = /^\d{1,18}$/.test(read("before")) ? BigInt(read("before")) : null;
  const names = ["actor", "action", "object", "outcome", "from", "to"];
  const narrowed = Object.fromEntries(
    names.flatMap((name) => (read(name) === "" ? [] : [[name, read(name)]])),
  );
  return { filter, before, narrowed };
}

/** `accountId` is null for operators. */
export async function exportAudit(
  request: Request,
  accountId: string | null,
  timeZone: string,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const { filter } = parseAuditQuery((name) => searchParams.get(name) ?? "", timeZone);
  const isOwner = accountId !== null;
  const text = createAuditText(await getTranslations("audit"), isOwner);
  const { separator } = csvFormat((await getLocale()) as Locale);
  const moment = wallClock(timeZone);
  const { db, clock } = runtime();
  async function* writeLines() {
    yield BYTE_ORDER_MARK +
      csvLine(
        [
          `at (${timeZone})`,
          "text",
          "account",
          "actor",
          "action",
          "object_type",
          "object_id",
          "object",
          "refusal",
          "network",
          "user_agent",
          "session",
          "request_id",
          "changes",
        ],
        separator,
      );
    let before: bigint | null = null;
    for (let count = 0; count < MAX_EXPORTED; count += EXPORT_BATCH) {
      const page: Awaited<ReturnType<typeof listRecords>> = await listRecords(db, accountId, {
        filter,
        before,
        limit: EXPORT_BATCH,
      });
      for (const record of page.records) {
        const isHidden = isOwner && record.actorType === "operator";
        const personal = isHidden ? [null, null, null] : [record.network, record.agent, record.sessionId];
        const cells = [
          moment.format(record.at),
          text.toSentence(record),
          record.accountName,
          text.nameActor(record),
          record.action,
          record.objectType,
          record.objectId,
          record.label,
          record.refusal,
          ...personal,
          record.requestId,
          record.changes,
        ];
        yield csvLine(
          cells.map((cell) => cell ?? ""),
          separator,
        );
      }
      before = page.records.at(-1)?.id ?? null;
      if (!page.hasOlder) return;
    }
  }
  const day = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" }).format(clock.now());
  return csvStream(request, writeLines(), `dropline-audit-${day}.csv`);
}
