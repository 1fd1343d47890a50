import * as z from "zod";
import { phoneNumber } from "@/lib/accounts/schema";
import { TRANSPORT_TYPES } from "@/lib/couriers/vehicle";

const word = z.string().trim().max(100, { error: "too_long" });
const optionalWord = word.transform((text) => (text === "" ? undefined : text)).optional();

/** `home` is the country of a phone number without a country code. The messages are codes that the page translates. */
export const newCourier = (home: string) =>
  z.object({
    name: word.min(1, { error: "required" }),
    phone: z.string().trim().min(1, { error: "required", abort: true }).pipe(phoneNumber(home)),
    transport: z.enum(TRANSPORT_TYPES, { error: "required" }),
    make: optionalWord,
    model: optionalWord,
    color: optionalWord,
    number: optionalWord,
  });

export const messageText = z.string().trim().min(1, { error: "required" }).max(1000, { error: "too_long" });
