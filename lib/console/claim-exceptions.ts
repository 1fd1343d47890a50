import * as z from "zod";
import { MODES } from "@/lib/account-scope";
import { CLAIM_MS } from "@/lib/console/exception-claim";
import { checkExceptionSubjects, exceptionSubjects } from "@/lib/console/exception-subjects";
import { EXCEPTION_KINDS } from "@/lib/console/exceptions";
import type { Context } from "@/lib/context";
import { exceptionClaims } from "@/lib/db/generated/columns";
import { pick, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import { announceBoard } from "@/lib/streams/announce";

const claimed = z.object({
  mode: z.enum(MODES),
  kind: z.enum(EXCEPTION_KINDS),
  subject: exceptionSubjects,
});

/** `from` is the operator whose claims are taken over, as the page showed them. */
const claiming = claimed.extend({ from: z.guid().optional() });

type ClaimContext = Pick<Context, "db" | "clock" | "actor">;

/** `heldBy` is the name of the other operator who has it; null if the claim succeeded. */
export interface ClaimOutcome {
  readonly subject: string;
  readonly heldBy: string | null;
}

const CLAIMED = pick(exceptionClaims, "subject");
const HOLDER = { ...CLAIMED, by: text };

/**
 * Claims exceptions for the operator for ten minutes, or again. A claim of another operator is replaced once it has ended
 * or its operator is disabled, and if `from` names that operator.
 * @throws DomainError INVALID_PAYLOAD, ORDER_NOT_FOUND or ENDPOINT_NOT_FOUND
 */
export async function claimExceptions(
  { db, clock, actor }: ClaimContext,
  input: Readonly<Record<string, string>>,
): Promise<ClaimOutcome[]> {
  const parsed = claiming.safeParse(input);
  if (!parsed.success || actor.type !== "operator") throw new DomainError("INVALID_PAYLOAD");
  const { mode, kind, subject: subjects, from = null } = parsed.data;
  await checkExceptionSubjects(db, parsed.data);
  const now = clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  return db.transaction(async (tx) => {
    // Sorted, so that two operators who claim the same exceptions lock them in one order.
    const won = await query(tx, CLAIMED)`
      INSERT INTO exception_claims AS claim (mode, kind, subject, claimed_by_id, claimed_until)
      SELECT ${mode}::mode, ${kind}::exception_kind, subject, ${actor.id}::uuid, ${until}::timestamptz
      FROM unnest(${subjects}::text[]) AS subject ORDER BY subject
      ON CONFLICT (mode, kind, subject) DO UPDATE
        SET claimed_by_id = excluded.claimed_by_id, claimed_until = excluded.claimed_until
        WHERE claim.claimed_by_id = excluded.claimed_by_id OR claim.claimed_by_id = ${from}::uuid
          OR claim.claimed_until <= ${now}::timestamptz
          OR NOT EXISTS (SELECT FROM users u WHERE u.id = claim.claimed_by_id AND u.disabled_at IS NULL)
      RETURNING claim.subject`;
    const holders = await query(tx, HOLDER)`
      SELECT claim.subject, coalesce(u.name, u.email) AS by
      FROM exception_claims claim JOIN users u ON u.id = claim.claimed_by_id
      WHERE claim.mode = ${mode}::mode AND claim.kind = ${kind}::exception_kind
        AND claim.subject = ANY(${subjects}::text[])`;
    await announceBoard(tx);
    const own = new Set(won.map(({ subject }) => subject));
    const names = new Map(holders.map(({ subject, by }) => [subject, by]));
    return subjects.map((subject) => {
      return { subject, heldBy: own.has(subject) ? null : (names.get(subject) ?? "") };
    });
  });
}

/** Ends the operator's own claims. @throws DomainError INVALID_PAYLOAD */
export async function releaseExceptions(
  { db, actor }: Pick<Context, "db" | "actor">,
  input: Readonly<Record<string, string>>,
): Promise<void> {
  const parsed = claimed.safeParse(input);
  if (!parsed.success || actor.type !== "operator") throw new DomainError("INVALID_PAYLOAD");
  const { subject, ...exception } = parsed.data;
  await db.transaction(async (tx) => {
    await tx.models.exceptionClaim.deleteMany({
      where: { ...exception, subject: { in: subject }, claimedById: actor.id },
    });
    await announceBoard(tx);
  });
}
