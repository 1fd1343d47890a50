import * as z from "zod";
import type { AccountMember } from "@/lib/accounts/check-session";
import { lockAccount } from "@/lib/accounts/lock-account";
import type { Context } from "@/lib/context";
import type { Queryable } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { isUniqueViolation } from "@/lib/db/pg-errors";
import { DomainError } from "@/lib/domain-error";
import type { OrderDraft } from "@/lib/orders/form/draft";
import { type DeliveryTemplate, MAX_TEMPLATES, templateDraft } from "@/lib/orders/form/template";

/** Saves a draft as a template, incomplete ones too. @throws DomainError TEMPLATE_NAME_TAKEN, TOO_MANY_TEMPLATES */
export async function saveTemplate(
  { db, clock }: Pick<Context, "db" | "clock">,
  { accountId }: Pick<AccountMember, "accountId">,
  { name, draft }: { name: string; draft: OrderDraft },
): Promise<DeliveryTemplate> {
  try {
    return await db.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      const count = await tx.models.orderTemplate.count({ where: { accountId } });
      if (count >= MAX_TEMPLATES) throw new DomainError("TOO_MANY_TEMPLATES");
      const stored = templateDraft(draft) as object as Prisma.InputJsonObject;
      return tx.models.orderTemplate.create({
        data: { accountId, name, draft: stored, createdAt: clock.now() },
        select: { id: true, name: true },
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, "one_template_per_name")) throw new DomainError("TEMPLATE_NAME_TAKEN");
    throw error;
  }
}

/** @throws DomainError TEMPLATE_NOT_FOUND, also for another account's template */
export async function deleteTemplate(
  db: Queryable,
  { accountId }: Pick<AccountMember, "accountId">,
  id: string,
): Promise<void> {
  const { count } = z.guid().safeParse(id).success
    ? await db.models.orderTemplate.deleteMany({ where: { id, accountId } })
    : { count: 0 };
  if (count === 0) throw new DomainError("TEMPLATE_NOT_FOUND");
}
