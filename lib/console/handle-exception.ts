import * as z from "zod";
import { MODES } from "@/lib/account-scope";
import { checkExceptionSubjects, exceptionSubjects } from "@/lib/console/exception-subjects";
import { EXCEPTION_KINDS } from "@/lib/console/exceptions";
import { type ExceptionAction, HANDLINGS } from "@/lib/console/handling";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { announceBoard } from "@/lib/streams/announce";

// The former release cannot read handled unusual trips. Confirming and cancelling leave their own records.
export const HANDLED_KINDS = EXCEPTION_KINDS.filter((kind) => kind !== "unusual_trip");

const handled = z.object({
  mode: z.enum(MODES),
  kind: z.enum(HANDLED_KINDS),
  subject: exceptionSubjects,
  handling: z.enum(Object.keys(HANDLINGS) as [ExceptionAction, ...ExceptionAction[]]),
});

/** Shows exceptions again that this operator has only marked as handled. @throws DomainError INVALID_PAYLOAD */
export async function reopenException(
  { db, clock, actor }: Pick<Context, "db" | "clock" | "actor">,
  input: Readonly<Record<string, string>>,
): Promise<void> {
  const parsed = handled.omit({ handling: true }).safeParse(input);
  if (!parsed.success || actor.type !== "operator") throw new DomainError("INVALID_PAYLOAD");
  const { subject, ...exception } = parsed.data;
  const where = {
    ...exception,
    subject: { in: subject },
    action: { in: ["noted", "called", "told_shop"] satisfies ExceptionAction[] },
    handledById: actor.id,
    quietUntil: { gt: clock.now() },
  };
  await db.transaction(async (tx) => {
    await tx.models.handledException.deleteMany({ where });
    await announceBoard(tx);
  });
}

/**
 * Records that the operator has handled all exceptions of a list of subjects, and ends their claims.
 * @throws DomainError INVALID_PAYLOAD, ORDER_NOT_FOUND or ENDPOINT_NOT_FOUND.
 */
export async function handleException(
  { db, clock, actor }: Pick<Context, "db" | "clock" | "actor">,
  input: Readonly<Record<string, string>>,
): Promise<void> {
  const parsed = handled.safeParse(input);
  if (!parsed.success) throw new DomainError("INVALID_PAYLOAD");
  const { handling, subject: subjects, ...exception } = parsed.data;
  const at = clock.now();
  await checkExceptionSubjects(db, parsed.data);
  await db.transaction(async (tx) => {
    await tx.models.handledException.createMany({
      data: subjects.map((subject) => ({
        ...exception,
        subject,
        action: handling,
        handledAt: at,
        handledById: actor.type === "operator" ? actor.id : null,
        quietUntil: new Date(at.getTime() + HANDLINGS[handling]),
      })),
    });
    await tx.models.exceptionClaim.deleteMany({ where: { ...exception, subject: { in: subjects } } });
    await announceBoard(tx);
  });
}
