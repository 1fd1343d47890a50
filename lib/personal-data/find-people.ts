import type { Queryable } from "@/lib/db/client";
import type { FoundRow, People } from "@/lib/personal-data/erase-people";
import { hasPhone } from "@/lib/personal-data/phone-in-text";

const STOPS_PER_READ = 10_000;

export interface Mentions extends People {
  /** Identifiers of orders that batches have yet to create. */
  readonly unfinished: readonly (string | null)[];
}

/** Finds a phone in all accounts and modes, however it was written. @param phone in E.164 */
export async function findMentions(db: Queryable, phone: string): Promise<Mentions> {
  const accounts = await db.models.account.findMany({ select: { id: true, phoneCountry: true } });
  const countries = new Map(accounts.map(({ id, phoneCountry }) => [id, phoneCountry]));
  const isIn = (text: string, accountId: string) => hasPhone(text, phone, countries.get(accountId) ?? "");
  const isInAny = (text: string) =>
    [...new Set(countries.values())].some((home) => hasPhone(text, phone, home));
  const keep = (table: FoundRow["table"], ids: readonly string[]) => ids.map((id) => ({ table, id }));

  const addresses = await db.models.savedAddress.findMany({
    select: { id: true, accountId: true, contactValue: true, instructions: true },
  });
  const templates = await db.models.orderTemplate.findMany({
    select: { id: true, accountId: true, draft: true },
  });
  const imports = await db.models.import.findMany({ select: { id: true, accountId: true, groups: true } });
  const messages = await db.models.courierMessage.findMany({
    where: { text: { contains: phone.slice(-1) } },
    select: { courierId: true, sentAt: true, text: true },
  });
  const pending = await db.models.batchItem.findMany({
    where: { outcome: "pending" },
    select: { accountId: true, externalOrderId: true, body: true },
  });
  return {
    orders: await findOrders(db, isIn),
    rows: [
      ...keep(
        "saved_addresses",
        addresses
          .filter((one) => isIn(`${one.contactValue}\n${one.instructions}`, one.accountId))
          .map(({ id }) => id),
      ),
      ...keep(
        "order_templates",
        templates.filter((one) => isIn(JSON.stringify(one.draft), one.accountId)).map(({ id }) => id),
      ),
      ...keep(
        "imports",
        imports.filter((one) => isIn(JSON.stringify(one.groups), one.accountId)).map(({ id }) => id),
      ),
      ...keep(
        "courier_messages",
        messages
          .filter(({ text }) => isInAny(text))
          .map(({ courierId, sentAt }) => `${courierId} ${sentAt.getTime()}`),
      ),
    ],
    unfinished: pending
      .filter(({ body, accountId }) => isIn(body ?? "", accountId))
      .map(({ externalOrderId }) => externalOrderId),
  };
}

async function findOrders(
  db: Queryable,
  isIn: (text: string, accountId: string) => boolean,
): Promise<People["orders"]> {
  const positions = new Map<bigint, number[]>();
  let fromOrder = 0n;
  for (;;) {
    const stops = await db.models.orderStop.findMany({
      // From the last one again, which two reads may share.
      where: { orderId: { gte: fromOrder } },
      orderBy: [{ orderId: "asc" }, { position: "asc" }],
      take: STOPS_PER_READ,
      select: { orderId: true, position: true, accountId: true, contactValue: true },
    });
    for (const { orderId, position, accountId, contactValue } of stops) {
      const known = positions.get(orderId) ?? [];
      if (!known.includes(position) && isIn(contactValue, accountId))
        positions.set(orderId, [...known, position]);
    }
    if (stops.length < STOPS_PER_READ) break;
    fromOrder = stops.at(-1)?.orderId ?? fromOrder;
  }
  return [...positions].map(([id, found]) => ({ id, positions: found }));
}
