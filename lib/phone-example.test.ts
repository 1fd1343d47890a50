import { expect, it } from "vitest";
import { listPhoneCountries } from "@/lib/list-phone-countries";
import { findPhoneExample } from "@/lib/phone-example";
import { toE164 } from "@/lib/to-e164";

it("shows a number of the account's country, which can be dialed", () => {
  expect(findPhoneExample("PT")).toMatch(/^\+351 /);
  const undialable = listPhoneCountries("en").filter(
    ({ country }) => toE164(findPhoneExample(country), country) === null,
  );
  expect(undialable).toEqual([]);
});
