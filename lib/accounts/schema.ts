import { isSupportedCountry } from "libphonenumber-js/min";
import * as z from "zod";
import {
  ANSWER_MINUTES,
  type DeliverySettings,
  PROOF_DAYS,
  UNANSWERED_ACTIONS,
  WAITING_MINUTES,
} from "@/lib/accounts/delivery-settings";
import { KEY_LIFETIMES_DAYS, KEY_OVERLAPS_HOURS } from "@/lib/accounts/key-terms";
import { Role } from "@/lib/db/generated/enums";
import { DAY_MS } from "@/lib/duration";
import { parseNetwork } from "@/lib/http/network-list";
import { LOCALES } from "@/lib/locale/locale";
import { readHours } from "@/lib/service-area/opening-hours";
import { toE164 } from "@/lib/to-e164";

export const TIME_ZONES: readonly string[] = [
  ...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]),
].sort();

const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 256;

const email = z
  .string()
  .trim()
  .min(1, { error: "required", abort: true })
  .max(320, { error: "too_long" })
  .pipe(z.email({ error: "email" }));

const requiredText = (max: number) =>
  z.string().trim().min(1, { error: "required" }).max(max, { error: "too_long" });

const accountName = requiredText(200);

/** The messages of these schemas are codes that the page translates. */
export const newAccount = z.object({ name: accountName, email });

/** The shop reads it in its letter. */
export const rejectionReason = requiredText(1000);

const lifetime = z
  .enum(KEY_LIFETIMES_DAYS)
  .catch("")
  .transform((days) => (days === "" ? null : Number(days) * DAY_MS));

export const newKey = z.object({ name: requiredText(100), lifetime });

const MAX_NETWORKS = 100;

/** Addresses and networks, separated by white space or commas. */
export const allowedNetworks = z
  .string()
  .max(10_000, { error: "networks_many" })
  .transform((text) => [...new Set(text.split(/[\s,]+/).filter((part) => part !== ""))].map(parseNetwork))
  .refine((networks) => networks.length <= MAX_NETWORKS, { error: "networks_many" })
  .refine((networks): networks is string[] => !networks.includes(null), { error: "network" });

export const leakedKey = z.object({ lifetime });

export const keyRotation = z.object({
  overlap: z
    .enum(KEY_OVERLAPS_HOURS, { error: "required" })
    .transform((hours) => Number(hours) * 60 * 60_000),
  lifetime,
});

export const rateLimit = z
  .string()
  .trim()
  .regex(/^([1-9]\d{0,5})?$/, { error: "rate_limit" })
  .transform((text) => (text === "" ? null : Number(text)));

export const accountSettings = z.object({
  name: accountName,
  time_zone: z.string().refine((name) => TIME_ZONES.includes(name), { error: "time_zone" }),
  phone_country: z.string().refine(isSupportedCountry, { error: "phone_country" }),
});

const wholeNumber = ({ min, max }: { min: number; max: number }, code: string) =>
  z
    .string({ error: code })
    .trim()
    .regex(/^\d{1,6}$/, { error: code })
    .transform(Number)
    .refine((number) => number >= min && number <= max, { error: code });

/** Checkboxes are sent only when checked. */
const checked = z
  .literal("on")
  .optional()
  .transform((sent) => sent === "on");

/** Opening hours of every day; null for an empty text. */
const dailyHours = z
  .string({ error: "hours" })
  .max(100, { error: "hours" })
  // A page from before an upgrade does not send it.
  .default("")
  .transform((typed) => (typed.trim() === "" ? null : (readHours(typed) ?? undefined)))
  .refine((hours): hours is string | null => hours !== undefined, { error: "hours" });

export const deliverySettings = z
  .object({
    proof_photo: checked,
    proof_code: checked,
    proof_signature: checked,
    proof_days: wholeNumber(PROOF_DAYS, "proof_days"),
    waiting_minutes: wholeNumber(WAITING_MINUTES, "waiting_minutes"),
    answer_minutes: wholeNumber(ANSWER_MINUTES, "answer_minutes"),
    unanswered_action: z.enum(UNANSWERED_ACTIONS, { error: "required" }),
    recipient_decides: checked,
    recipient_window_hours: dailyHours,
    direct: checked,
  })
  .transform(
    (sent): DeliverySettings => ({
      proofPhoto: sent.proof_photo,
      proofCode: sent.proof_code,
      proofSignature: sent.proof_signature,
      proofDays: sent.proof_days,
      waitingMinutes: sent.waiting_minutes,
      answerMinutes: sent.answer_minutes,
      unansweredAction: sent.unanswered_action,
      recipientDecides: sent.recipient_decides,
      recipientWindowHours: sent.recipient_window_hours,
      deliveryMode: sent.direct ? "direct" : "shared",
    }),
  );

const orNone = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z
    .string()
    .trim()
    .transform((text) => (text === "" ? null : text))
    .pipe(schema.nullable());

const displayName = (max: number) =>
  z
    .string()
    .max(max, { error: "too_long" })
    .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), { error: "characters" });

const webAddress = z
  .string()
  .refine((text) => text.startsWith("https://") && URL.canParse(text), { error: "web_address", abort: true })
  .transform((text) => new URL(text).href)
  .refine((href) => href.length <= 500, { error: "too_long" });

/** Parses into E.164. `home` is the country of a number without a country code. */
export const phoneNumber = (home: string) =>
  z.string().transform((text, check) => {
    const number = toE164(text, home);
    if (number !== null) return number;
    check.addIssue({ code: "custom", message: "phone" });
    return z.NEVER;
  });

export const shopIdentity = (home: string) =>
  z.object({
    brand_name: orNone(displayName(60)),
    accent: orNone(
      z
        .string()
        .toLowerCase()
        .regex(/^#[0-9a-f]{6}$/, { error: "accent" }),
    ),
    contact_phone: orNone(phoneNumber(home)),
    contact_url: orNone(webAddress),
  });

const roles = z.array(z.enum(Role)).min(1, { error: "required" });

/** Each role is a checkbox, such as `role_owner`. */
const withRoles = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((sent: Readonly<Record<string, string>>) => {
    return { ...sent, roles: Object.values(Role).filter((role) => sent[`role_${role}`] === "on") };
  }, schema);

export const newPerson = withRoles(
  z.object({ email, locale: z.enum(LOCALES, { error: "required" }), roles }),
);

export const roleChange = withRoles(z.object({ id: z.guid({ error: "PERSON_NOT_FOUND" }), roles }));

export const forgotPasswordForm = z.object({ email });

export const personName = orNone(displayName(100));

export const newPasskey = z.object({ name: requiredText(64) });

export const newPassword = z
  .string()
  .min(1, { error: "required", abort: true })
  .min(MIN_PASSWORD_LENGTH, { error: "password_short" })
  .max(MAX_PASSWORD_LENGTH, { error: "too_long" });

export const passwordChange = z.object({
  present_password: z.string().min(1, { error: "required" }).max(MAX_PASSWORD_LENGTH, { error: "too_long" }),
  new_password: newPassword,
});
