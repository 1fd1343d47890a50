import { countSegments } from "@/lib/tracking/messages/count-segments";
import type { MessageKind } from "@/lib/tracking/messages/message";

export const MAX_SEGMENTS = 2;
export const MAX_TEXT_LENGTH = 306;

export const PLACEHOLDERS = ["shop", "window", "link", "order_code", "code", "next"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type TextValues = Readonly<Record<Placeholder, string>>;

const ALWAYS = ["shop", "link", "order_code"] as const;

/** No address can be in a message; the one with the code has no link either, since the page shows the address. */
export const ALLOWED: Readonly<Record<MessageKind, readonly Placeholder[]>> = {
  accepted: [...ALWAYS, "window"],
  on_the_way: [...ALWAYS, "window"],
  near: ALWAYS,
  code: ["shop", "code"],
  failed: [...ALWAYS, "next"],
  delivered: ALWAYS,
  window_moved: [...ALWAYS, "window"],
};

/** Without these a message has no purpose. */
const REQUIRED: Readonly<Partial<Record<MessageKind, Placeholder>>> = {
  code: "code",
  window_moved: "window",
};

function replacePlaceholders(template: string, values: TextValues): string {
  return template.replace(/\{(\w+)\}/g, (all, name: string) => values[name as Placeholder] ?? all);
}

/** Shortens the shop's name where the text would have more than two segments. */
export function renderText(template: string, values: TextValues): string {
  const shop = [...values.shop];
  let text = replacePlaceholders(template, values);
  while (countSegments(text).segments > MAX_SEGMENTS && shop.length > 1) {
    shop.pop();
    text = replacePlaceholders(template, { ...values, shop: shop.join("").trimEnd() });
  }
  return text;
}

export type TextProblem = "too_long" | "message_placeholder" | "message_required" | "segments";

/** @param values the longest values that a message may have */
export function findTextProblem(kind: MessageKind, template: string, values: TextValues): TextProblem | null {
  if (template.length > MAX_TEXT_LENGTH) return "too_long";
  const names = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  if (names.some((name) => !(ALLOWED[kind] as readonly string[]).includes(name)))
    return "message_placeholder";
  const required = REQUIRED[kind];
  if (required !== undefined && !names.includes(required)) return "message_required";
  return countSegments(renderText(template, values)).segments > MAX_SEGMENTS ? "segments" : null;
}
