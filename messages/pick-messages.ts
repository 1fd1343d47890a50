import type { MESSAGES } from "@/messages/messages";

type Messages = (typeof MESSAGES)["en"];

/** A namespace such as `ui`, or a part of one such as `ops.area`. */
export type MessagePath = {
  [Name in keyof Messages]: Name | `${Name}.${keyof Messages[Name] & string}`;
}[keyof Messages];

/** Returns only the texts of these paths, for a provider of client components. */
export function pickMessages(messages: Record<string, unknown>, paths: readonly MessagePath[]) {
  const picked: Record<string, Record<string, unknown>> = {};
  for (const path of paths) {
    const [name = "", part] = path.split(".");
    const texts = messages[name] as Record<string, unknown>;
    picked[name] = part === undefined ? texts : { ...picked[name], [part]: texts[part] };
  }
  return picked;
}
