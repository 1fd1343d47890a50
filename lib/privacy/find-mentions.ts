import * as z from "zod";
import type { Queryable } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { phoneSearch } from "@/lib/orders/search";
import { FOUND_TABLES, type FoundRow, type People, runOnPeople } from "@/lib/privacy/erase-people";
import { hasPhone, MIN_COMMON_DIGITS } from "@/lib/privacy/has-phone";
import { COURIER_MESSAGE_ID } from "@/lib/privacy/personal-data";

export interface Mentions extends People {
  /** Identifiers of orders that batches have yet to create. */
  readonly unfinished: readonly (string | null)[];
}

const STOPS =
  "t.order_id || ' ' || t.position AS id, t.account_id, t.contact_value AS text, t.order_id FROM order_stops t";

/** Texts in which a phone leads to a row, with the row's key and account. */
const SOURCES = {
  saved_addresses:
    "t.id, t.account_id, concat_ws(chr(10), t.contact_value, t.instructions) AS text FROM saved_addresses t",
  order_templates: "t.id, t.account_id, t.draft::text AS text FROM order_templates t",
  imports: "t.id, t.account_id, t.groups::text AS text FROM imports t",
  courier_messages: `${COURIER_MESSAGE_ID} AS id, NULL AS account_id, t.text FROM courier_messages t`,
  pickups: `${STOPS} WHERE t.position = 0`,
  dropoffs: `${STOPS} WHERE t.position > 0`,
} as const;

const storedText = z.object({ id: z.string(), account_id: z.string().nullable(), text: z.string() });

/** Finds a phone in all accounts and modes, however it was written. @param phone in E.164 */
export async function findMentions(db: Queryable, phone: string): Promise<Mentions> {
  const accounts = await db.models.account.findMany({ select: { id: true, phoneCountry: true } });
  const countries = new Map(accounts.map(({ id, phoneCountry }) => [id, phoneCountry]));
  const homes = [...new Set(countries.values())];
  const isIn = (text: string, account: string | null) =>
    (account === null ? homes : [countries.get(account) ?? ""]).some((home) => hasPhone(text, phone, home));
  const end = phone.slice(-MIN_COMMON_DIGITS);
  const hasEnd = sql`regexp_replace(t.text, '[^0-9]', '', 'g') LIKE ${`%${end}%`}`;
  const find = async (source: keyof typeof SOURCES, rows: Sql = hasEnd): Promise<string[]> => {
    const verb = `SELECT to_jsonb(t) AS row FROM (SELECT ${SOURCES[source]}) t`;
    const found = await runOnPeople(db, { orders: [], rows: [] }, { verb, rows });
    const texts = found.map((row) => storedText.parse(row));
    return texts.filter((row) => isIn(row.text, row.account_id)).map(({ id }) => id);
  };
  const found: FoundRow[] = [];
  for (const table of FOUND_TABLES) found.push(...(await find(table)).map((id) => ({ table, id })));
  // The words of an order have the digits of its dropoffs' phones.
  const byWord = sql`t.order_id IN (
    SELECT w.order_id FROM order_stops w WHERE w.position = 0 AND w.search_words @@ ${phoneSearch(end)}::tsquery)`;
  const positions = new Map<bigint, number[]>();
  for (const id of [...(await find("pickups")), ...(await find("dropoffs", byWord))]) {
    const [orderId = "", position] = id.split(" ");
    const known = positions.get(BigInt(orderId)) ?? [];
    positions.set(BigInt(orderId), [...known, Number(position)]);
  }
  const pending = await db.models.batchItem.findMany({
    where: { outcome: "pending" },
    select: { accountId: true, externalOrderId: true, body: true },
  });
  return {
    orders: [...positions].map(([id, stops]) => ({ id, positions: stops })),
    rows: found,
    unfinished: pending
      .filter(({ body, accountId }) => isIn(body ?? "", accountId))
      .map(({ externalOrderId }) => externalOrderId),
  };
}
