import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OrderRequest } from "@/lib/orders/order";
import { parseSearch, scopeToAccount, searchWords } from "@/lib/orders/search";
import { anyText } from "@/testing/any-text";

const NAME = { scope: { accountId: "a1" }, orderCode: "7KQ2-M4XR", externalOrderId: "shop/Ж-15" };
const stop = (street: string, building: string, value: string, name: string | null) => ({
  address: { street, building },
  contact: { value, name },
  metadata: {},
});
const getDetails = (pickup: unknown, ...dropoffs: unknown[]) =>
  ({ pickup, dropoffs, metadata: {} }) as unknown as OrderRequest;

describe("the search words of an order", () => {
  const door = stop("Садовая", "1", "+78125550100", "Ион");

  it("contain its names, streets and building numbers, and pieces of its code and phone numbers", () => {
    const words = searchWords(NAME, getDetails(door, stop("strada Alba Iulia", "75/2", "+373 691", "Алёна")));
    expect(words.split(" ")).toEqual([
      "@a1",
      ...["=šop:1", "=ž:2", "=15:3"],
      ...["#7kq:5", "#kq2:6", "#q2m:7", "#2m4:8", "#m4x:9", "#4xr:10"],
      "ion:12",
      ...["strada:14", "alba:15", "юlя:16", "75:18", "2:19", "alena:21"],
      ...["+3736:23", "+7369:24", "+3691:25"],
    ]);
  });

  it("are at most 63 characters long for any input", () => {
    const words = searchWords(NAME, getDetails(door, stop("а".repeat(5_000), "1", "@anna", "'\\:*&|!<->()")));
    expect(words.split(" ").filter((word) => word.length > 63)).toEqual([]);
    expect(words).toContain(" anna");
  });

  it("contain only letters, digits and prefix marks, as do parsed searches", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const words = searchWords(NAME, getDetails(door, stop(text, text, text, text)));
        expect(words).toMatch(/^[\p{L}\p{N}@=#+: -]*$/u);
        expect(parseSearch(text) ?? "").toMatch(/^(?:'[\p{L}\p{N}@=#+!]+'(?::\*)?|<->|[()&| ])*$/u);
      }),
    );
  });
});

describe("a search", () => {
  // PostgreSQL handles parentheses; contract tests cover them.
  it.each([
    ["  ", undefined],
    ["%", "'!'"],
    ["Марата", "'marata':* | '=marata':*"],
    ["ул. Марата", "'marata':* | '=marata':*"],
    ["улица", "'uliцa':* | '=uliцa':*"],
    ["Т", "'t':* | 'ц':* | '=t':* | '=ц':*"],
    ["FD5B", "'fd5b':* | '=fd5b':* | '#fd5' <-> '#d5b'"],
    ["fd5b-k", "'fd5b' <-> 'k':* | 'h':* | '=fd5b' <-> '=k':* | '=h':* | '#fd5' <-> '#d5b' <-> '#5bk'"],
    ["75 iu", "'75' | '=75' & 'ю':* | '=ю':*"],
    ["12-34", "'12' <-> '34' | '=12' <-> '=34' | '#123' <-> '#234' | '+1234'"],
    [
      "+373 (69) 123-456",
      "'373' | '=373' & '69' | '=69' & '123' <-> '456' | '=123' <-> '=456' | '+6912' <-> '+9123' <-> '+1234' <-> '+2345' <-> '+3456'",
    ],
  ])("is parsed, for “%s”, as %s", (typed, expected) => {
    expect(parseSearch(typed)?.replaceAll(/[()]/g, "")).toBe(expected);
  });

  it("is limited to the orders of its account", () => {
    expect(scopeToAccount("('a':*)", "a1")).toBe("'@a1' & (('a':*))");
  });
});
