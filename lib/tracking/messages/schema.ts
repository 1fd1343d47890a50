import * as z from "zod";
import { LOCALES, type Locale } from "@/lib/locale/locale";
import { MESSAGE_KINDS } from "@/lib/tracking/messages/message";
import { findTextProblem, type TextValues } from "@/lib/tracking/messages/message-text";
import { getTemplate, type StoredTexts } from "@/lib/tracking/messages/template";

export const MESSAGE_CAP = { min: 1, max: 50 } as const;

const timeOfDay = z
  .string()
  .trim()
  .regex(/^(([01]?\d|2[0-3]):[0-5]\d)?$/, { error: "time_of_day" })
  .transform((text) => {
    const [hours, minutes] = text.split(":");
    return text === "" ? null : Number(hours) * 60 + Number(minutes);
  });

const cap = z
  .string()
  .trim()
  .regex(/^\d{1,2}$/, { error: "message_cap" })
  .transform(Number)
  .refine((number) => number >= MESSAGE_CAP.min && number <= MESSAGE_CAP.max, { error: "message_cap" });

/** Stores only texts that differ from the defaults. @param longest the longest values of a message, by language */
export function messageSettings(longest: Readonly<Record<Locale, TextValues>>) {
  return z
    .object({
      message_locale: z.enum(LOCALES, { error: "required" }),
      quiet_from: timeOfDay,
      quiet_until: timeOfDay,
      message_cap: cap,
      sent: z.record(z.string(), z.string().optional()),
    })
    .transform(({ sent, ...settings }, check) => {
      if ((settings.quiet_from === null) !== (settings.quiet_until === null)) {
        check.addIssue({ code: "custom", message: "time_of_day", path: ["quiet_until"] });
      }
      const messageTexts: StoredTexts = {};
      for (const locale of LOCALES) {
        for (const kind of MESSAGE_KINDS) {
          const name = `text_${locale}_${kind}`;
          const text = (sent[name] ?? "").replaceAll(/\s+/g, " ").trim();
          if (text === "" || text === getTemplate({}, locale, kind)) continue;
          const problem = findTextProblem(kind, text, longest[locale]);
          if (problem !== null) check.addIssue({ code: "custom", message: problem, path: [name] });
          messageTexts[locale] = { ...messageTexts[locale], [kind]: text };
        }
      }
      return {
        messageKinds: MESSAGE_KINDS.filter((kind) => sent[`kind_${kind}`] === "on"),
        messageTexts,
        messageLocale: settings.message_locale,
        quietFrom: settings.quiet_from,
        quietUntil: settings.quiet_until,
        messageCap: settings.message_cap,
      };
    });
}
