import type { Context } from "@/lib/context";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { findRecipientPhone } from "@/lib/orders/feedback/store";
import { isWellFormedToken } from "@/lib/orders/tracking-token";
import {
  findOptOut,
  forgetOptOuts,
  OPT_OUT_CHOICES,
  type OptOut,
  writeOptOut,
} from "@/lib/tracking/messages/opt-out";

/**
 * Stops text messages to the recipient's phone, or allows them again with `none`.
 * @throws DomainError INVALID_PAYLOAD; LINK_NOT_FOUND, also for a link without a recipient's phone
 */
export async function stopMessages(
  { db, clock }: Pick<Context, "db" | "clock">,
  token: string,
  input: string,
): Promise<void> {
  const choice = OPT_OUT_CHOICES.find((one) => one === input);
  if (choice === undefined) {
    const message = `must be one of ${OPT_OUT_CHOICES.join(", ")}`;
    throw new DomainError("INVALID_PAYLOAD", [{ field: "value", message }]);
  }
  const recipient = isWellFormedToken(token) ? await findRecipientPhone(db, token) : null;
  if (recipient === null) throw new DomainError("LINK_NOT_FOUND");
  const { shop, phone } = recipient;
  await db.transaction((tx) => writeOptOut(tx, shop, { phone, choice, at: clock.now() }));
  forgetOptOuts(db);
}

/** Null if the shop sends no messages, or none to this link's recipient. */
export async function findMessageOptOut(db: Queryable, token: string): Promise<OptOut | null> {
  const recipient = isWellFormedToken(token) ? await findRecipientPhone(db, token) : null;
  if (recipient === null || !recipient.hasMessages) return null;
  return findOptOut(db, recipient.shop, recipient.phone);
}
