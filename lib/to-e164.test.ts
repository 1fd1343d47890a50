import { expect, it } from "vitest";
import { toE164 } from "@/lib/to-e164";

it.each([
  ["8 (916) 123-45-67", "+79161234567"],
  ["+7 916 123-45-67", "+79161234567"],
  ["79161234567", "+79161234567"],
  ["916 123 45 67", "+79161234567"],
  [" 8-916-123-45-67 ", "+79161234567"],
  ["8 (812) 555-01-00", "+78125550100"],
  ["+375 29 123-45-67", "+375291234567"],
  ["+44 20 7946 0958", "+442079460958"],
])("the phone number %j is converted to %s", (typed, number) => {
  expect(toE164(typed, "RU")).toBe(number);
});

it.each([
  ["", "nothing"],
  ["12", "too short"],
  ["8 (916) 123-45-6", "a digit is missing"],
  ["8125550100", "whose first digit may be a code or not"],
  ["8 (916) 123-45-67 доб. 12", "an extension would get lost"],
  ["8 916 123-45-67 ext. 12", "an extension would get lost"],
  ["8 916 123-45-67 Анна", "a name would get lost"],
  ["звонить 89161234567", "words would get lost"],
  ["@anna", "a handle"],
])("%j is not converted to a phone number: %s", (typed) => {
  expect(toE164(typed, "RU")).toBeNull();
});

it.each([
  ["069 123 456", "MD", "+37369123456"],
  ["022 123 456", "MD", "+37322123456"],
  ["69123456", "MD", "+37369123456"],
  ["+373 069 123 456", "RU", "+37369123456"],
  ["+44 020 7946 0958", "MD", "+442079460958"],
  ["069 123 456", "RU", null],
  ["12", "MD", null],
  ["abc", "MD", null],
  ["069 123 456", "??", null],
])("the phone number %j typed in %s is converted to %s", (typed, home, number) => {
  expect(toE164(typed, home)).toBe(number);
});
