export interface PlaceholderBody {
  readonly body: unknown;
  readonly isChanged: boolean;
}

const HIDDEN_TEXT = /^\[(\d+) characters\]$/;
const HIDDEN_PHONE = /^•••\d\d$/;
const INITIAL = /^.…$/u;
/** Cannot be restored: cut parts, bodies that were not JSON, unknown field names. */
const LOST = /^\[(cut off|\d+ more cut off|not JSON, \d+ bytes|field \d+)\]$/;
const FILLER = "placeholder-";
const MAX_FILLER_LENGTH = 4_096;

/**
 * Placeholders keep lengths, so that invalid data is refused again.
 *
 * @param phone E.164, instead of each hidden one
 * @returns null if a part is lost
 */
export function placeholderBody(json: string, phone: string): PlaceholderBody | null {
  const read = { isChanged: false, isLost: false };
  const stand = (instead: unknown): unknown => {
    read.isChanged = true;
    return instead;
  };
  const whole = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(whole);
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, field]) => {
          if (LOST.test(name)) read.isLost = true;
          return [name, whole(field)];
        }),
      );
    }
    if (typeof value !== "string") return value;
    if (LOST.test(value)) read.isLost = true;
    const length = HIDDEN_TEXT.exec(value)?.[1];
    if (length !== undefined) return stand(getFiller(Number(length)));
    if (HIDDEN_PHONE.test(value)) return stand(phone);
    if (value === "[number]") return stand(1);
    return INITIAL.test(value) ? stand("Test") : value;
  };
  const body = whole(JSON.parse(json));
  return read.isLost ? null : { body, isChanged: read.isChanged };
}

function getFiller(length: number): string {
  const most = Math.min(length, MAX_FILLER_LENGTH);
  return FILLER.repeat(Math.ceil(most / FILLER.length)).slice(0, most);
}
