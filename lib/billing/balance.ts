import * as z from "zod";
import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import type { Queryable } from "@/lib/db/client";
import type { Payment } from "@/lib/db/generated/client";
import { isDate } from "@/lib/locale/day";
import { fromRubles, type Kopecks, kopecks, toDecimalString } from "@/lib/pricing/money";

const MAX_PAYMENTS = 100;

/** Payments minus closed statements; null in test mode and while no payment is entered. */
export async function findBalance(
  db: Queryable,
  { accountId, mode }: Pick<AccountScope, "accountId" | "mode">,
): Promise<Kopecks | null> {
  if (mode === "test") return null;
  const paid = await db.models.payment.aggregate({
    where: { accountId },
    _sum: { amount: true },
    _count: true,
  });
  if (paid._count === 0) return null;
  const billed = await db.models.statement.aggregate({ where: { accountId }, _sum: { total: true } });
  return kopecks(fromRubles(paid._sum.amount ?? 0) - fromRubles(billed._sum.total ?? 0));
}

export function listPayments(db: Queryable, accountId: string): Promise<Payment[]> {
  return db.models.payment.findMany({
    where: { accountId },
    orderBy: [{ paidOn: "desc" }, { enteredAt: "desc" }],
    take: MAX_PAYMENTS,
  });
}

const MAX_RUBLES = 100_000_000;

export const paymentInput = z.object({
  id: z.uuid(),
  account: z.uuid(),
  amount: z
    .string()
    .transform((text) => text.replaceAll(/[\s\u00a0]/g, "").replace(",", "."))
    .refine(
      (text) =>
        /^-?\d{1,10}(\.\d{1,2})?$/.test(text) && Number(text) !== 0 && Math.abs(Number(text)) <= MAX_RUBLES,
      {
        error: "payment",
      },
    )
    .transform((text) => fromRubles(text)),
  paid_on: z.string().refine(isDate, { error: "date" }),
  note: z.string().trim().max(200, { error: "too_long" }),
});

/** Entering a payment again under its id changes nothing. */
export async function enterPayment(
  { db, clock, actor }: Pick<Context, "db" | "clock" | "actor">,
  { id, account: accountId, amount, paid_on: paidOn, note }: z.infer<typeof paymentInput>,
): Promise<void> {
  await db.models.payment.createMany({
    data: {
      id,
      accountId,
      amount: toDecimalString(amount),
      paidOn,
      note,
      enteredById: actor.id,
      enteredAt: clock.now(),
    },
    skipDuplicates: true,
  });
}
