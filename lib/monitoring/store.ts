import type { Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { handledExceptions, users } from "@/lib/db/generated/columns";
import { int4, pick } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { HandledException } from "@/lib/monitoring/console-board";
import type { ExceptionKind } from "@/lib/monitoring/exceptions";

const HANDLED = {
  ...pick(handledExceptions, "kind subject action"),
  at: handledExceptions.handledAt,
  by: users.email.orNull,
  count: int4,
};

const MAX_VISIBLE = 20;
/** No exception is hidden for longer, so older rows are not read. */
const MAX_QUIET_MS = 25 * 60 * 60_000;

export async function selectSnoozed(db: Queryable, mode: Mode, now: Date) {
  const handledAt = { gt: new Date(now.getTime() - MAX_QUIET_MS) };
  const groups = await db.models.handledException.groupBy({
    by: ["kind", "subject"],
    where: { mode, handledAt, quietUntil: { gt: now } },
    _max: { quietUntil: true },
  });
  return groups.map(({ kind, subject, _max }) => ({ kind, subject, until: _max.quietUntil ?? now }));
}

export async function selectHandled(
  db: Queryable,
  mode: Mode,
  since: Date,
): Promise<{ count: number; latest: HandledException[] }> {
  const rows = await query(db, HANDLED)`
    SELECT h.kind, h.subject, h.action, h.handled_at AS at, u.email AS by, count(*) OVER ()::int AS count
    FROM handled_exceptions h LEFT JOIN users u ON u.id = h.handled_by_id
    WHERE h.mode = ${mode}::mode AND h.handled_at > ${since}::timestamptz
    ORDER BY h.handled_at DESC, h.id DESC LIMIT ${MAX_VISIBLE}`;
  return {
    count: rows[0]?.count ?? 0,
    latest: rows.map(({ count: _, at, ...row }) => ({ ...row, at: at.toISOString() })),
  };
}

export async function insertHandled(
  db: Queryable,
  {
    at: handledAt,
    by: handledById,
    ...row
  }: {
    mode: Mode;
    kind: ExceptionKind;
    subject: string;
    action: string;
    at: Date;
    by: string | null;
    quietUntil: Date;
  },
): Promise<void> {
  await db.models.handledException.create({ data: { ...row, handledAt, handledById } });
}
