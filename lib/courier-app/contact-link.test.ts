import { describe, expect, it } from "vitest";
import { callLink, canCall, contactLink, linkSecret } from "@/lib/courier-app/contact-link";

describe("a contact", () => {
  it.each([
    ["phone", "+7 (812) 555-01-00", "tel:+78125550100"],
    ["whatsapp", "+7 916 123-45-67", "https://wa.me/79161234567"],
    ["telegram", "@anna_k", "https://t.me/anna_k"],
    ["telegram", "https://t.me/anna_k", "https://t.me/anna_k"],
    ["telegram", "+79161234567", "https://t.me/+79161234567"],
  ] as const)("of type %s with the value %s gets the link %s", (type, value, address) => {
    expect(contactLink({ type, value })).toBe(address);
  });

  it("can be called if it is a phone number", () => {
    expect([canCall({ value: "+7 (916) 123-45-67" }), canCall({ value: "@anna" })]).toEqual([true, false]);
    expect(callLink("8 800 555-35-35")).toBe("tel:88005553535");
  });
});

it("the secret is extracted from a pasted link in any form", () => {
  const secret = "AbCdEfGhIjKlMnOpQrStU_";
  for (const pasted of [
    `https://go.example/courier/enter/${secret}`,
    ` ${secret}\n`,
    `/courier/enter/${secret}/`,
  ]) {
    expect(linkSecret(pasted)).toBe(secret);
  }
  expect(linkSecret(" no link ")).toBe("no link");
});
