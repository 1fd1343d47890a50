import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { DROP_REASONS } from "@/lib/tracking/messages/message";

const MAX_OF_ORDER = 50;

const SELECTED = {
  id: true,
  position: true,
  kind: true,
  state: true,
  phone: true,
  text: true,
  reason: true,
  status: true,
  answer: true,
  attempts: true,
  createdAt: true,
  finishedAt: true,
} satisfies Prisma.RecipientMessageSelect;

type Row = Prisma.RecipientMessageGetPayload<{ select: typeof SELECTED }>;

/** As pages show it. */
export type MessageItem = ReturnType<typeof toItem>;

function toItem({ id, status, answer, reason, createdAt, finishedAt, ...row }: Row) {
  const parts = [status === null ? null : String(status), answer].filter((part) => part !== null);
  return {
    ...row,
    id: String(id),
    reason: DROP_REASONS.find((one) => one === reason) ?? null,
    answer: parts.length === 0 ? null : parts.join(" "),
    at: (finishedAt ?? createdAt).toISOString(),
  };
}

/** Newest first. @param before the id that ended the previous page */
export async function listMessages(
  db: Queryable,
  { accountId, mode }: AccountScope,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<{ messages: (MessageItem & { orderCode: string })[]; nextBefore: string | null }> {
  const found = await db.models.recipientMessage.findMany({
    where: { accountId, mode, ...(before === null ? {} : { id: { lt: before } }) },
    select: { ...SELECTED, order: { select: { orderCode: true } } },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const messages = found
    .slice(0, limit)
    .map(({ order, ...row }) => ({ ...toItem(row), orderCode: order.orderCode }));
  return { messages, nextBefore: found.length > limit ? (messages.at(-1)?.id ?? null) : null };
}

/** Newest first. */
export async function listOrderMessages(
  db: Queryable,
  { id: orderId }: { readonly id: bigint },
): Promise<MessageItem[]> {
  const found = await db.models.recipientMessage.findMany({
    where: { orderId },
    select: SELECTED,
    orderBy: { id: "desc" },
    take: MAX_OF_ORDER,
  });
  return found.map(toItem);
}
