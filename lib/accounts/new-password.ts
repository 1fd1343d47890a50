import { COMMON_WORDS } from "@/lib/accounts/common-words";
import { DomainError } from "@/lib/domain-error";

const ROWS = [
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "abcdefghijklmnopqrstuvwxyz",
  "йцукенгшщзхъ",
  "фывапролджэ",
  "ячсмитьбю",
  "абвгдежзийклмнопрстуфхцчшщъыьэюя",
  "qazwsxedcrfvtgbyhnujmik",
  "1q2w3e4r5t6y7u8i9o0p",
];

const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN_KEYS = "ёйцукенгшщзхъфывапролджэячсмитьбю";

const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const FEW_SIGNS = 6;
const ENOUGH_OF_ITS_OWN = 6;

/** Also detects common passwords typed in another keyboard layout, with digits for letters or surrounding signs. */
export function passwordWeakness(password: string, email: string): "password_common" | "password_own" | null {
  const text = password.trim().toLowerCase();
  if (isCommon(text)) return "password_common";
  return isOwn(text, email.toLowerCase()) ? "password_own" : null;
}

function isCommon(text: string): boolean {
  if (isPattern(text)) return true;
  const signs = text.replace(/\p{L}/gu, "");
  if (signs.length > FEW_SIGNS && !isPattern(signs)) return false;
  return [text, inRussianLayout(text)].some((form) => {
    const word = form.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, "");
    const spelled = word.replace(/[0134578@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
    return isKnown(word) || isKnown(spelled);
  });
}

function isKnown(word: string): boolean {
  if (word.length < 3) return false;
  if (COMMON_WORDS.has(word)) return true;
  for (let end = 3; end <= word.length - 3; end += 1) {
    if (COMMON_WORDS.has(word.slice(0, end)) && COMMON_WORDS.has(word.slice(end))) return true;
  }
  return false;
}

/** Whether the text is a run of neighboring keys with at most two jumps, or a repeated short part. */
function isPattern(text: string): boolean {
  const leaps = [...text].filter(
    (character, index) => index > 0 && !areNeighbors(text[index - 1] ?? "", character),
  );
  return leaps.length <= 2 || /^(.{1,6})\1+.{0,2}$/u.test(text);
}

function areNeighbors(one: string, other: string): boolean {
  return one === other || ROWS.some((row) => row.includes(one + other) || row.includes(other + one));
}

function inRussianLayout(text: string): string {
  return [...text].map((key) => RUSSIAN_KEYS[LATIN_KEYS.indexOf(key)] ?? key).join("");
}

function isOwn(text: string, email: string): boolean {
  const [name = "", domain = ""] = email.split("@");
  const parts = [email, name, domain, ...name.split(/[^\p{L}\p{N}]+/u), ...domain.split(".").slice(0, -1)]
    .filter((part) => part.length >= 4)
    .sort((a, b) => b.length - a.length);
  const rest = parts.reduce((left, part) => left.replaceAll(part, ""), text);
  return rest !== text && rest.replace(/[^\p{L}\p{N}]/gu, "").length < ENOUGH_OF_ITS_OWN;
}

/** @throws DomainError INVALID_PAYLOAD if the password is easily guessed; the message is a code */
export function checkNewPassword(field: string, password: string, email: string): void {
  const weakness = passwordWeakness(password, email);
  if (weakness !== null) throw new DomainError("INVALID_PAYLOAD", [{ field, message: weakness }]);
}
