/** The content that a row of an imported file can have. Fields of the pickup default to the shop's address. */
export const VALUE_FIELDS = [
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
  "delivery_from",
  "delivery_to",
  "ready_at",
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
export type ValueField = (typeof VALUE_FIELDS)[number];

/** Possible content of a column. The last name becomes a part of the recipient's name. */
export type ImportField = ValueField | "last_name";
export const IMPORT_FIELDS = VALUE_FIELDS.flatMap((field): readonly ImportField[] =>
  field === "name" ? ["name", "last_name"] : [field],
);

/** The field of each column; null for an ignored one. */
export type Columns = readonly (ImportField | null)[];

/** Fields by header, as an account chose them last; an empty string for an ignored column. */
export type RememberedColumns = Readonly<Record<string, string>>;

/**
 * Names of columns, the most telling first: a file with "Shipping Phone" and "Phone" has the recipient's in the former.
 * They include those of exports from 1C, InSales, Shopify and WooCommerce.
 */
const HEADERS: Readonly<Record<ImportField, readonly string[]>> = {
  order_id: [
    ...["order id", "order no", "order number", "order", "external order id", "number", "id"],
    ...["номер заказа", "№ заказа", "id заказа", "заказ", "заказ покупателя", "номер", "№", "код заказа"],
    ...["nr comandă", "număr comandă", "comandă", "encomenda", "pedido"],
    ...["bestellnummer", "bestellnr", "bestell nr", "bestellung", "auftragsnummer", "auftragsnr", "auftrag"],
  ],
  address: [
    ...["delivery address", "shipping address", "shipping street", "shipping address 1", "shipping address1"],
    ...[
      "address 1 shipping",
      "address 1 2 shipping",
      "shipping address 1 2",
      "full address",
      "address",
      "to",
    ],
    ...["адрес доставки", "адрес получателя", "полный адрес", "адрес", "куда", "адрес клиента"],
    ...["adresa de livrare", "adresa", "adresă", "morada", "endereço", "endereço de entrega"],
    ...["lieferadresse", "lieferanschrift", "adresse", "anschrift"],
    ...["address1", "street address", "billing street", "billing address 1", "billing address1"],
    "address 1 billing",
  ],
  area: [
    ...["shipping city", "city shipping", "city", "area", "town", "locality"],
    ...["населенный пункт", "город", "город доставки", "город получателя"],
    ...["oraș", "oras", "localitate", "localitatea", "cidade", "billing city", "city billing"],
    ...["ort", "lieferort", "stadt", "wohnort"],
  ],
  street: ["street", "улица", "улица доставки", "strada", "rua", "straße", "strasse"],
  building: [
    "building",
    "house",
    "house number",
    "дом",
    "номер дома",
    "здание",
    "hausnummer",
    "hausnr",
    "haus nr",
  ],
  apartment: [
    "apartment",
    "flat",
    "apt",
    "квартира",
    "кв",
    "офис",
    "квартира офис",
    "apartament",
    "ap",
    "wohnung",
  ],
  entrance: ["entrance", "подъезд", "scara"],
  floor: ["floor", "этаж", "etaj", "stockwerk", "etage"],
  intercom: ["intercom", "door code", "домофон", "код домофона", "interfon"],
  instructions: [
    ...["delivery instructions", "instructions", "directions", "note to the courier", "delivery note"],
    ...["shipping address 2", "shipping address2", "address 2 shipping"],
    ...[
      "delivery comment",
      "delivery notes",
      "courier notes",
      "notes to the courier",
      "notes for the courier",
    ],
    ...["как пройти", "комментарий к адресу", "инструкции", "комментарий для курьера"],
    ...["комментарий курьеру", "комментарий к доставке"],
  ],
  latitude: ["latitude", "lat", "широта"],
  longitude: ["longitude", "lon", "lng", "long", "долгота"],
  name: [
    ...[
      "recipient name",
      "recipient",
      "shipping name",
      "ship to",
      "first name shipping",
      "shipping first name",
    ],
    ...["фио получателя", "имя получателя", "получатель", "грузополучатель", "контактное лицо", "фио"],
    ...["customer name", "customer", "contact name", "full name", "client", "client name"],
    // A last name next to one of these is a separate column.
    ...["first name", "prenume", "vorname", "name"],
    ...["клиент", "имя", "имя клиента", "фио клиента", "покупатель", "имя покупателя", "контрагент"],
    ...[
      "nume",
      "destinatar",
      "nome",
      "destinatário",
      "billing name",
      "first name billing",
      "billing first name",
    ],
    ...["empfänger", "kunde", "kundenname", "vor und nachname", "ansprechpartner"],
    ...["фамилия", "last name", "surname", "nachname"],
  ],
  // Found by LAST_NAMES, next to the first name of the same person.
  last_name: [],
  phone: [
    ...["recipient phone", "shipping phone", "phone shipping", "delivery phone"],
    ...["телефон получателя", "телефон контактного лица", "контактный телефон"],
    ...["phone number", "phone", "telephone", "telephone number", "mobile", "mobile phone", "mobile number"],
    ...["cell", "cell phone", "tel", "phone no", "contact phone", "contact number", "contact"],
    ...["customer phone", "номер телефона", "телефон", "телефон клиента", "телефон покупателя", "тел"],
    ...["мобильный телефон", "моб телефон", "мобильный", "контакт"],
    ...["telefon", "telefone", "telemóvel", "contacto", "billing phone", "phone billing"],
    ...["telefonnummer", "handy", "handynummer", "mobiltelefon", "rufnummer"],
  ],
  cargo_size: ["cargo size", "parcel size", "package size", "size", "размер посылки", "размер", "габарит"],
  payment_amount: [
    ...["buyout amount", "buyout", "payment amount", "cash on delivery", "cod", "cod amount", "amount"],
    ...["сумма выкупа", "выкуп", "наложенный платеж", "сумма к оплате", "сумма", "сумма руб", "ramburs"],
    ...["betrag", "nachnahme", "nachnahmebetrag"],
  ],
  payment_type: [
    "payment",
    "payment type",
    "payment method",
    "оплата",
    "способ оплаты",
    "тип оплаты",
    "оплата выкупа",
    "zahlungsart",
    "zahlungsweise",
  ],
  delivery_date: [
    ...["delivery date", "deliver on", "deliver date", "date of delivery", "ship date", "shipping date"],
    ...[
      "requested delivery date",
      "due date",
      "date",
      "дата доставки",
      "день доставки",
      "желаемая дата доставки",
    ],
    ...["дата отгрузки", "доставить", "дата", "data livrării", "data de livrare", "data de entrega", "data"],
    ...["lieferdatum", "liefertag", "datum"],
  ],
  delivery_time: [
    ...[
      "delivery time",
      "deliver at",
      "deliver by",
      "time of delivery",
      "delivery window",
      "time window",
      "time slot",
      "delivery slot",
      "date and time",
      "delivery date and time",
    ],
    ...[
      "time",
      "время доставки",
      "интервал доставки",
      "интервал",
      "временной интервал",
      "дата и время доставки",
      "дата и время",
      "время",
      "ora",
      "ora livrării",
      "hora",
    ],
    ...["lieferzeit", "uhrzeit"],
  ],
  delivery_from: [
    ...["delivery from", "deliver from", "deliver after", "not before", "time from", "window from"],
    ...["delivery window start", "window start", "from time", "earliest", "earliest delivery", "start time"],
    ...[
      "доставить с",
      "время с",
      "доставка с",
      "время доставки с",
      "интервал с",
      "не раньше",
      "начало интервала",
    ],
    ...["с", "lieferzeit von", "von", "de la ora"],
  ],
  delivery_to: [
    ...[
      "delivery to",
      "deliver to time",
      "deliver before",
      "deliver until",
      "not after",
      "time to",
      "window to",
    ],
    ...["delivery window end", "window end", "to time", "until", "latest", "latest delivery", "end time"],
    ...["доставить до", "время до", "доставка до", "время доставки до", "время доставки по", "интервал до"],
    ...["интервал по", "не позже", "конец интервала", "до", "по", "lieferzeit bis", "bis", "până la ora"],
  ],
  ready_at: [
    ...["ready at", "ready time", "ready by", "ready for pickup", "ready for pickup at"],
    ...["готово к", "время готовности", "готово в", "готово к выдаче", "готово к выдаче в"],
  ],
  comment: [
    ...[
      "customer note",
      "order note",
      "order notes",
      "customer notes",
      "comment",
      "comments",
      "note",
      "notes",
    ],
    ...["комментарий к заказу", "комментарий покупателя", "комментарий клиента", "комментарий", "примечание"],
    ...["комментарии", "comentariu", "observații", "observações", "notas"],
    ...["bemerkung", "bemerkungen", "kommentar", "anmerkung", "notiz"],
  ],
  pickup_address: [
    ...["pickup address", "pickup", "from", "адрес отправителя", "адрес забора", "откуда", "отправитель"],
    "sender address",
  ],
  pickup_area: ["pickup city", "pickup area", "город отправителя"],
  pickup_street: ["pickup street", "улица отправителя"],
  pickup_building: ["pickup building", "pickup house", "дом отправителя"],
  pickup_instructions: ["pickup instructions", "pickup directions", "как пройти к отправителю"],
  pickup_latitude: ["pickup latitude", "pickup lat", "широта отправителя"],
  pickup_longitude: ["pickup longitude", "pickup lon", "pickup lng", "долгота отправителя"],
  pickup_name: ["pickup name", "sender name", "sender", "имя отправителя"],
  pickup_phone: ["pickup phone", "sender phone", "телефон отправителя"],
};

/** Positions in a field's list of names, by normalized name. */
const RANKS = new Map(
  IMPORT_FIELDS.map((field) => [
    field,
    new Map(HEADERS[field].map((header, rank) => [normalizeHeader(header), rank] as const).reverse()),
  ]),
);

/** By the first name's column, those of the same person's last name. */
const LAST_NAMES: Readonly<Record<string, readonly string[]>> = {
  recipient: ["recipient s last name"],
  "first name": ["last name", "surname", "family name"],
  "first name shipping": ["last name shipping"],
  "shipping first name": ["shipping last name"],
  "first name billing": ["last name billing"],
  "billing first name": ["billing last name"],
  получатель: ["фамилия получателя"],
  "имя получателя": ["фамилия получателя"],
  имя: ["фамилия"],
  "имя клиента": ["фамилия клиента"],
  "имя покупателя": ["фамилия покупателя"],
  prenume: ["nume", "nume de familie"],
  nome: ["apelido", "sobrenome"],
  vorname: ["nachname", "name", "familienname"],
};

/** Columns that are the house after one of the street, and elsewhere a number of the row. */
const NUMBERS = ["no", "nr", "number", "номер", "număr", "numar"];

/** Shopify's column "Name" holds the order, such as #1001, next to "Shipping Name". */
const SHOPIFY = { orderId: "name", name: "shipping name" };

/** Names that are the ends of a delivery window in a file with a column for the address, and places in others. */
const WINDOW_BOUNDS = { from: "delivery_from", to: "delivery_to" } as const;

const isAddressOfItsOwn = (name: string): boolean =>
  name !== "to" && (["address", "street"] as const).some((field) => RANKS.get(field)?.has(name));

export function normalizeHeader(header: string): string {
  const visible = header.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
  const letters = visible.toLowerCase().replaceAll("ё", "е").replaceAll("№", " no ");
  const currencies = letters.replaceAll("€", " eur ").replaceAll("$", " usd ").replaceAll("£", " gbp ");
  // Windows-1250 has the Romanian letters with a cedilla only.
  const comma = currencies.replaceAll("ş", "ș").replaceAll("ţ", "ț");
  return comma.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
}

export function isKnownHeader(header: string, remembered: RememberedColumns): boolean {
  const name = normalizeHeader(header);
  const isRemembered = Object.hasOwn(remembered, name) && remembered[name] !== "";
  return isRemembered || IMPORT_FIELDS.some((field) => RANKS.get(field)?.has(name));
}

/** The account's last choice wins over the names. Each field has at most one column. */
export function matchColumns(header: readonly string[], remembered: RememberedColumns): Columns {
  const names = header.map(normalizeHeader);
  const used = new Set<ImportField>();
  const columns: (ImportField | null)[] = names.map(() => null);
  const take = (field: ImportField | undefined, index: number) => {
    if (field === undefined || columns[index] !== null || used.has(field)) return;
    used.add(field);
    columns[index] = field;
  };
  const chosen = (name: string) => (Object.hasOwn(remembered, name) ? remembered[name] : undefined);
  names.forEach((name, index) => {
    take(
      IMPORT_FIELDS.find((field) => field === chosen(name)),
      index,
    );
  });
  if (names.includes(SHOPIFY.name)) {
    const at = names.indexOf(SHOPIFY.orderId);
    if (at >= 0 && chosen(SHOPIFY.orderId) !== "") take("order_id", at);
  }
  const house = names.findIndex((name, index) => {
    const isBesideStreet = RANKS.get("street")?.has(names[index - 1] ?? "") === true;
    return isBesideStreet && NUMBERS.includes(name) && chosen(name) !== "";
  });
  if (house >= 0) take("building", house);
  if (names.some(isAddressOfItsOwn)) {
    for (const [name, field] of Object.entries(WINDOW_BOUNDS)) {
      const at = names.indexOf(name);
      if (at >= 0 && chosen(name) !== "") take(field, at);
    }
  }
  for (const field of IMPORT_FIELDS) {
    const ranks = names.map((name, index) =>
      columns[index] === null && chosen(name) !== "" ? (RANKS.get(field)?.get(name) ?? Infinity) : Infinity,
    );
    const best = Math.min(...ranks);
    if (best !== Infinity) take(field, ranks.indexOf(best));
  }
  const lastNames = LAST_NAMES[names[columns.indexOf("name")] ?? ""] ?? [];
  const last = names.findIndex((name) => lastNames.includes(name) && chosen(name) !== "");
  if (last >= 0) take("last_name", last);
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
