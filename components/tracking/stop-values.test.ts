import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { listStopValues } from "@/components/tracking/stop-values";
import type { StopFields } from "@/lib/orders/stop-fields";
import { kopecks } from "@/lib/pricing/money";
import { MESSAGES } from "@/messages/messages";

const FIELDS = {
  street: { kind: "text", seenBy: ["shop", "courier", "recipient"] },
  floor: { kind: "whole_number", default: null, seenBy: ["shop", "courier"] },
  intercom: { kind: "text", max: 64, default: null, seenBy: ["courier"] },
  instructions: { kind: "text", max: 1000, default: null, seenBy: ["courier"] },
  payment_amount: { kind: "rubles", default: null, seenBy: ["shop"] },
  doorstep: { kind: "yes_no", default: true, seenBy: ["shop"] },
} as const satisfies StopFields;

const VALUES = {
  street: "Невский проспект",
  floor: 7,
  intercom: "12К",
  instructions: "Со двора",
  paymentAmount: kopecks(150_050),
  doorstep: false,
};

const t = createTranslator({ locale: "en", messages: MESSAGES.en, namespace: "stop" });
const words = { t, formatRubles: (amount: number) => `${amount} RUB` };

it("lists the fields of one audience with label and text, each formatted by its kind", () => {
  const values = listStopValues(FIELDS, "shop", VALUES, words);
  expect(values.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    "Street: Невский проспект",
    "Floor: 7",
    "Buyout amount: 1500.5 RUB",
    "Carry to the door: no",
  ]);
});

it("puts some fields first, omits empty and composed ones, and marks long texts", () => {
  const input = { ...VALUES, floor: null };
  const options = { first: ["instructions"], composed: ["street"] } as const;
  const values = listStopValues(FIELDS, "courier", input, words, options);
  expect(values.map(({ name, isLong }) => [name, isLong])).toEqual([
    ["instructions", true],
    ["intercom", false],
  ]);
});
