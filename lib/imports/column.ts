/** Possible content of a column of an imported file. Fields of the pickup default to the shop's address. */
export const IMPORT_FIELDS = [
  "order_id",
  "address",
  "area",
  "street",
  "building",
  "apartment",
  "entrance",
  "floor",
  "intercom",
  "instructions",
  "latitude",
  "longitude",
  "name",
  "phone",
  "cargo_size",
  "payment_amount",
  "payment_type",
  "delivery_date",
  "delivery_time",
  "comment",
  "pickup_address",
  "pickup_area",
  "pickup_street",
  "pickup_building",
  "pickup_instructions",
  "pickup_latitude",
  "pickup_longitude",
  "pickup_name",
  "pickup_phone",
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The field of each column; null for an ignored one. */
export type Columns = readonly (ImportField | null)[];

/** Fields by header, as an account chose them last; an empty string for an ignored column. */
export type RememberedColumns = Readonly<Record<string, string>>;

const HEADERS: Readonly<Record<ImportField, string>> = {
  order_id:
    "order id|order no|order number|order|external order id|number|id|номер заказа|заказ|№ заказа|номер|№|id заказа",
  address: "address|full address|to|delivery address|адрес|адрес доставки|куда|адрес получателя|полный адрес",
  area: "city|area|town|locality|город|населенный пункт",
  street: "street|улица",
  building: "building|house|house number|дом|номер дома|здание",
  apartment: "apartment|flat|apt|квартира|кв|офис",
  entrance: "entrance|подъезд",
  floor: "floor|этаж",
  intercom: "intercom|door code|домофон|код домофона",
  instructions:
    "instructions|directions|note to the courier|delivery instructions|как пройти|комментарий к адресу|инструкции",
  latitude: "latitude|lat|широта",
  longitude: "longitude|lon|lng|long|долгота",
  name: "name|recipient|recipient name|customer|customer name|contact name|получатель|имя|фио|имя получателя|клиент|фио получателя",
  phone:
    "phone|phone number|recipient phone|mobile|tel|contact|телефон|телефон получателя|номер телефона|тел|контакт|моб телефон",
  cargo_size: "size|cargo size|parcel size|package size|размер|габарит|размер посылки",
  payment_amount:
    "buyout|buyout amount|payment amount|cash on delivery|cod|amount|выкуп|сумма выкупа|наложенный платеж|сумма",
  payment_type: "payment|payment type|payment method|оплата|способ оплаты|тип оплаты|оплата выкупа",
  delivery_date: "date|delivery date|дата|дата доставки|день доставки",
  delivery_time:
    "time|delivery time|deliver at|date and time|время|время доставки|дата и время|дата и время доставки",
  comment: "comment|note|notes|комментарий|примечание|комментарий к заказу",
  pickup_address: "pickup address|pickup|from|адрес отправителя|адрес забора|откуда|отправитель",
  pickup_area: "pickup city|pickup area|город отправителя",
  pickup_street: "pickup street|улица отправителя",
  pickup_building: "pickup building|pickup house|дом отправителя",
  pickup_instructions: "pickup instructions|pickup directions|как пройти к отправителю",
  pickup_latitude: "pickup latitude|pickup lat|широта отправителя",
  pickup_longitude: "pickup longitude|pickup lon|pickup lng|долгота отправителя",
  pickup_name: "pickup name|sender|sender name|имя отправителя",
  pickup_phone: "pickup phone|sender phone|телефон отправителя",
};

const FIELDS = new Map(
  IMPORT_FIELDS.flatMap((field) =>
    HEADERS[field].split("|").map((header) => [normalizeHeader(header), field] as const),
  ),
);

export function normalizeHeader(header: string): string {
  const visible = header.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
  const letters = visible.toLowerCase().replaceAll("ё", "е").replaceAll("№", " no ");
  return letters.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
}

export function isKnownHeader(header: string, remembered: RememberedColumns): boolean {
  const name = normalizeHeader(header);
  return FIELDS.has(name) || (remembered[name] ?? "") !== "";
}

/** The account's last choice wins over the names. Each field has at most one column. */
export function matchColumns(header: readonly string[], remembered: RememberedColumns): Columns {
  const names = header.map(normalizeHeader);
  const used = new Set<ImportField>();
  const columns: (ImportField | null)[] = names.map(() => null);
  const match = (find: (name: string) => string | undefined) =>
    names.forEach((name, index) => {
      const field = IMPORT_FIELDS.find((one) => one === find(name));
      if (columns[index] !== null || field === undefined || used.has(field)) return;
      used.add(field);
      columns[index] = field;
    });
  match((name) => remembered[name]);
  match((name) => (remembered[name] === "" ? undefined : FIELDS.get(name)));
  return columns;
}

export function rememberColumns(header: readonly string[], columns: Columns): RememberedColumns {
  return Object.fromEntries(header.map((name, index) => [normalizeHeader(name), columns[index] ?? ""]));
}

/** Required fields without a column. The pickup needs columns only if no saved address was chosen. */
export function missingFields(columns: Columns, hasPickup: boolean): ImportField[] {
  const has = (...fields: ImportField[]) => fields.every((field) => columns.includes(field));
  const hasPlace = has("address") || has("street", "building");
  const hasPickupPlace = has("pickup_address") || has("pickup_street", "pickup_building");
  return [
    ...(hasPlace ? [] : ["address" as const]),
    ...(has("phone") ? [] : ["phone" as const]),
    ...(hasPickup || hasPickupPlace ? [] : ["pickup_address" as const]),
    ...(hasPickup || has("pickup_phone") ? [] : ["pickup_phone" as const]),
  ];
}
