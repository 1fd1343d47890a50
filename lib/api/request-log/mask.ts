export const MAX_BODY_CHARACTERS = 16 * 1024;

const MAX_PATH_CHARACTERS = 1_024;
const DEEPEST = 16;
const MAX_KEPT_TEXT_LENGTH = 128;
const MIN_PHONE_DIGITS = 7;
const CUT_OFF = "[cut off]";
/** The lists of responses that come in pages: a client may read one every few seconds. */
const PAGES = new Set(["orders", "events"]);
const MAX_ELEMENTS_OF_PAGE = 5;

/** Responses have only our error texts; requests may hold anything in fields with the same names. */
export type Side = "request" | "answer";

type Rule = (value: string | number) => string;

// JSON escapes quotes, backslashes, controls and lone surrogates.
const MAY_NEED_ESCAPE = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

function quote(text: string): string {
  return MAY_NEED_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

const LENGTHS = Array.from({ length: 256 }, (_, length) => `"[${length} characters]"`);
const hide: Rule = (value) =>
  typeof value === "number" ? '"[number]"' : (LENGTHS[value.length] ?? `"[${value.length} characters]"`);

/** For formats that personal data never has and that need no escaping. */
function keepText(form: RegExp): Rule {
  return (value) => (typeof value === "string" && form.test(value) ? `"${value}"` : hide(value));
}

const keepNumber: Rule = (value) => (typeof value === "number" ? JSON.stringify(value) : hide(value));
const keepId: Rule = (value) =>
  typeof value === "string" && value.length <= MAX_KEPT_TEXT_LENGTH ? quote(value) : hide(value);
const word = keepText(/^[A-Za-z][A-Za-z_.:-]{0,31}$/);
const instant = keepText(/^\d{4}-\d\d-\d\d[\dT:.Z+-]{0,26}$/);
const uuid = keepText(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(:\d{1,2})?$/i);
const coordinate: Rule = (value) =>
  typeof value === "number" ? JSON.stringify(Math.trunc(value * 100) / 100) : hide(value);
const initial: Rule = (value) =>
  typeof value === "string" && value !== ""
    ? quote(`${String.fromCodePoint(value.codePointAt(0) ?? 0)}…`)
    : hide(value);
const lastTwoDigits: Rule = (value) => {
  const digits = typeof value === "string" ? value.replace(/\D/g, "") : "";
  return digits.length < MIN_PHONE_DIGITS ? hide(value) : `"•••${digits.slice(-2)}"`;
};
const link: Rule = (value) => {
  const page = typeof value === "string" ? /^(https?:\/\/[\w.:-]{1,100}\/t\/)[\w-]+$/.exec(value) : null;
  return page === null ? hide(value) : `"${page[1]}…"`;
};

/** Unlisted fields are hidden. */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ...named(keepId, "external_order_id", "area"),
  ...named(uuid, "id", "quote_id", "route_id"),
  ...named(keepText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/), "order_code"),
  ...named(keepText(/^\d{1,20}(-\d{1,20}){2}$/), "next_cursor"),
  ...named(word, "status", "event", "type", "reason", "scopes"),
  ...named(word, "cargo_size", "routing_mode", "delivery_mode", "payment_type", "routing"),
  ...named(keepNumber, "price", "distance", "duration", "payment_amount", "heading", "sequence", "index"),
  ...named(keepNumber, "stops_before"),
  ...named(keepNumber, "limit", "offset", "rate_limit_per_minute", "base_price", "first_threshold_km"),
  ...named(keepNumber, "band_width_km", "band_step", "max_threshold_km", "per_km_over"),
  ...named(keepNumber, "cargo_size_step_fee", "min_km", "max_km"),
  ...named(keepNumber, "cancellation_assigned", "cancellation_arrived", "waiting_free_minutes"),
  ...named(keepNumber, "waiting_per_minute", "return_percent", "return_price", "fee", "max_fee"),
  ...named(instant, "delivery_time", "ready_at", "delivered_at", "changed_at", "updated_at", "created_at"),
  ...named(instant, "expires_at", "valid_until", "data_until", "from", "to"),
  ...named(coordinate, "latitude", "longitude"),
  ...named(initial, "name"),
  ...named(lastTwoDigits, "value", "phone"),
  ...named(link, "tracking_url", "tracking_urls"),
  // Hidden like unlisted fields, but their names are shown.
  ...named(hide, "success", "data", "error", "orders", "pickup", "dropoffs", "address", "contact", "driver"),
  ...named(
    hide,
    "street",
    "building",
    "apartment",
    "entrance",
    "floor",
    "intercom",
    "instructions",
    "comment",
  ),
]);

function named(rule: Rule, ...names: string[]): [string, Rule][] {
  return names.map((name) => [name, rule]);
}

// An unknown field name may itself be personal; those that look like field names are kept.
const FIELD_NAME = /^[a-z][A-Za-z_]{0,39}$/;
const OWN_PATH = /^[a-z_]*(\.(\d|10|[a-z_]+))*$/;
const API_KEY = /dl_(live|test)_[0-9A-Za-z]+/g;

/** Removes personal data but keeps the structure. @returns JSON of at most about 16 KiB */
export function maskBody(value: unknown, side: Side): string {
  return withoutKeys(new Masking(side).write(value, hide, 0));
}

export function noteOfUnreadable(text: string): string {
  return JSON.stringify(`[not JSON, ${Buffer.byteLength(text)} bytes]`);
}

const PARAMETERS = new Set(["limit", "offset", "after"]);

export function maskPath(pathname: string, search: URLSearchParams): string {
  const query = [...search].map(([name, value]) => {
    const shown = PARAMETERS.has(name) && /^[\d-]{0,64}$/.test(value) ? value : "…";
    return `${FIELD_NAME.test(name) ? name : "…"}=${shown}`;
  });
  const path = withoutKeys(query.length === 0 ? pathname : `${pathname}?${query.join("&")}`);
  return path.length <= MAX_PATH_CHARACTERS ? path : `${path.slice(0, MAX_PATH_CHARACTERS - 1)}…`;
}

export function withoutKeys(text: string): string {
  return text.includes("dl_") ? text.replace(API_KEY, "dl_$1_…") : text;
}

/** Writes text directly: serializing a masked copy costs twice as much. */
class Masking {
  readonly #side: Side;
  #charactersLeft = MAX_BODY_CHARACTERS;

  constructor(side: Side) {
    this.#side = side;
  }

  write(value: unknown, rule: Rule, depth: number): string {
    if (typeof value === "string" || typeof value === "number") {
      const text = rule(value);
      this.#charactersLeft -= text.length + 1;
      return text;
    }
    if (typeof value === "object" && value !== null) {
      if (depth === DEEPEST) return quote(CUT_OFF);
      this.#charactersLeft -= "{},".length;
      return Array.isArray(value) ? this.#list(value, rule, depth) : this.#object(value, depth);
    }
    const text = String(value);
    this.#charactersLeft -= text.length + 3;
    return text;
  }

  #list(
    values: readonly unknown[],
    rule: Rule,
    depth: number,
    maxElements = Number.POSITIVE_INFINITY,
  ): string {
    let text = "[";
    for (let index = 0; index < values.length; index += 1) {
      if (index > 0) text += ",";
      if (index === maxElements || this.#charactersLeft <= 0)
        return `${text}"[${values.length - index} more cut off]"]`;
      text += this.write(values[index], rule, depth + 1);
    }
    return `${text}]`;
  }

  #object(value: object, depth: number): string {
    let text = "{";
    let place = 0;
    // Parsed JSON has only own fields.
    for (const name in value) {
      const field = (value as Record<string, unknown>)[name];
      if (field === undefined) continue;
      if (place > 0) text += ",";
      if (this.#charactersLeft <= 0) return `${text}${quote(CUT_OFF)}:null}`;
      place += 1;
      const rule = RULES.get(name);
      // Neither needs escaping.
      const shown = rule !== undefined || FIELD_NAME.test(name) ? name : `[field ${place}]`;
      this.#charactersLeft -= shown.length + 4;
      text += `"${shown}":${this.#field(name, field, rule, depth)}`;
    }
    return `${text}}`;
  }

  #field(name: string, value: unknown, rule: Rule | undefined, depth: number): string {
    if (name === "error" && this.#side === "answer" && isOwnError(value)) {
      const text = JSON.stringify(value);
      this.#charactersLeft -= text.length;
      return text;
    }
    // A client chooses its keys, which may equal those of the rules.
    if (name === "metadata" && typeof value === "object" && value !== null) {
      const text = `"[${Object.keys(value).length} keys]"`;
      this.#charactersLeft -= text.length;
      return text;
    }
    if (Array.isArray(value) && PAGES.has(name) && this.#side === "answer") {
      return this.#list(value, hide, depth + 1, MAX_ELEMENTS_OF_PAGE);
    }
    return this.write(value, rule ?? hide, depth + 1);
  }
}

interface OwnError {
  readonly message: string;
  readonly details: string;
}

/** Whether an error names only our fields: it also names repeated query parameters. */
function isOwnError(value: unknown): value is OwnError {
  const { message, details } = (value ?? {}) as Partial<OwnError>;
  if (typeof message !== "string" || typeof details !== "string") return false;
  // Written by `errorReply`.
  const fields = JSON.parse(details) as { field: string }[];
  return fields.every(({ field }) => OWN_PATH.test(field));
}
