import { readNumber } from "@/lib/orders/form/draft";

const CURRENCY = /\s*(₽|руб\.?|р\.|rub)\s*$/i;
/** `1.250,50`, `1,250.50`, `1'250.50` and `1,250`: an amount has at most two decimals, so that three digits are thousands. */
const GROUPED = /^([-+]?[1-9]\d{0,2})((?:([.,'’])\d{3})(?:\3\d{3})*)(?:[.,](\d{1,2}))?$/;

/** Rubles as a spreadsheet shows them. Text that is no amount stays text; undefined if there is none. */
export function readAmount(text: string): number | string | undefined {
  const bare = text.replace(CURRENCY, "");
  const plain = bare.replace(/\s/g, "");
  const [, first = "", groups = "", mark, decimals] = GROUPED.exec(plain) ?? [];
  if (mark === undefined || (decimals !== undefined && plain.at(-decimals.length - 1) === mark))
    return readNumber(bare);
  return Number(`${first}${groups.replace(/\D/g, "")}.${decimals ?? "0"}`);
}
