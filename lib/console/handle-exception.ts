import * as z from "zod";
import { MODES } from "@/lib/account-scope";
import { EXCEPTION_KINDS } from "@/lib/console/exceptions";
import { type ExceptionAction, HANDLINGS } from "@/lib/console/handling";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { loadOrder } from "@/lib/orders/load-order";
import { announceBoard } from "@/lib/streams/announce";
import { hasEndpoint } from "@/lib/webhooks/has-endpoint";

const MAX_SUBJECT_LENGTH = 100;

// The former release cannot read handled unusual trips. Confirming and cancelling leave their own records.
const HANDLED_KINDS = EXCEPTION_KINDS.filter((kind) => kind !== "unusual_trip");

const handled = z.object({
  mode: z.enum(MODES),
  kind: z.enum(HANDLED_KINDS),
  subject: z.string().min(1).max(MAX_SUBJECT_LENGTH),
  handling: z.enum(Object.keys(HANDLINGS) as [ExceptionAction, ...ExceptionAction[]]),
});

/** Shows an exception again that this operator has only marked as handled. @throws DomainError INVALID_PAYLOAD */
export async function reopenException(
  { db, clock, actor }: Pick<Context, "db" | "clock" | "actor">,
  input: Readonly<Record<string, string>>,
): Promise<void> {
  const parsed = handled.omit({ handling: true }).safeParse(input);
  if (!parsed.success || actor.type !== "operator") throw new DomainError("INVALID_PAYLOAD");
  const where = {
    ...parsed.data,
    action: { in: ["noted", "called", "told_shop"] satisfies ExceptionAction[] },
    handledById: actor.id,
    quietUntil: { gt: clock.now() },
  };
  await db.transaction(async (tx) => {
    await tx.models.handledException.deleteMany({ where });
    await announceBoard(tx);
  });
}

/** @throws DomainError INVALID_PAYLOAD, ORDER_NOT_FOUND or ENDPOINT_NOT_FOUND. */
export async function handleException(
  context: Pick<Context, "db" | "clock" | "actor">,
  input: Readonly<Record<string, string>>,
): Promise<void> {
  const parsed = handled.safeParse(input);
  if (!parsed.success) throw new DomainError("INVALID_PAYLOAD");
  const { handling, ...exception } = parsed.data;
  const at = context.clock.now();
  await checkSubject(context, exception);
  await context.db.transaction(async (tx) => {
    await tx.models.handledException.create({
      data: {
        ...exception,
        action: handling,
        handledAt: at,
        handledById: context.actor.type === "operator" ? context.actor.id : null,
        quietUntil: new Date(at.getTime() + HANDLINGS[handling]),
      },
    });
    await announceBoard(tx);
  });
}

async function checkSubject(
  { db }: Pick<Context, "db">,
  { mode, kind, subject }: Pick<z.infer<typeof handled>, "mode" | "kind" | "subject">,
): Promise<void> {
  if (kind === "webhook_failing") {
    if (!(await hasEndpoint(db, mode, subject))) throw new DomainError("ENDPOINT_NOT_FOUND");
    return;
  }
  const order = await loadOrder(db, { code: subject });
  if (order?.scope.mode !== mode) throw new DomainError("ORDER_NOT_FOUND");
}
