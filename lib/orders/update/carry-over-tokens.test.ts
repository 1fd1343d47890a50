import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_PROOF, type Dropoff } from "@/lib/orders/order";
import { carryOverTokens } from "@/lib/orders/update/carry-over-tokens";
import { PLAIN_DROPOFF } from "@/testing/dropoff-values";

const POINTS: Readonly<Record<string, number>> = { p: 59.91, q: 59.92, r: 59.93 };

/** `Ap1` is A in apartment 1 at the point p, `Aq` is A at q without an apartment. */
function dropoff(who: string): Dropoff {
  const [contact = "", point = "", apartment] = who;
  return {
    address: {
      latitude: POINTS[point] ?? 0,
      longitude: 30.3,
      area: "Санкт-Петербург",
      street: `улица ${point}`,
      building: "1",
      apartment: apartment === undefined ? null : Number(apartment),
      entrance: null,
      floor: null,
      intercom: null,
      instructions: null,
    },
    contact: { value: contact, name: null, type: "phone" },
    proof: DEFAULT_PROOF,
    ...PLAIN_DROPOFF,
    deliveryWindow: null,
  };
}

/** The new tokens, where each old one is named after its recipient. */
function stored(before: readonly string[], after: readonly string[]): (string | null)[] {
  return carryOverTokens(before.map(dropoff), [...before], after.map(dropoff));
}

describe("a link stays with its recipient", () => {
  it.each([
    ["nothing changed", "Ap Bq", "Ap Bq", "Ap Bq"],
    ["they change places", "Ap Bq Cr", "Cr Ap Bq", "Cr Ap Bq"],
    ["they change places at one point", "Ap Bp", "Bp Ap", "Bp Ap"],
    ["they change places at one point, each with another door", "Ap1 Bp2", "Bp3 Ap4", "Bp2 Ap1"],
    ["two recipients with the same number change places", "Kp Kq", "Kq Kp", "Kq Kp"],
    ["one of several recipients remains", "Ap Bq", "Bq", "Bq"],
    ["a new recipient is inserted before them", "Ap Bq", "Cr Ap Bq", "- Ap Bq"],
    ["one remains and a new recipient is inserted first", "Bq", "Ap Bq", "- Bq"],
    ["their number is corrected", "Ap Bq", "Cp Bq", "Ap Bq"],
    ["they move", "Ap Bq", "Ar Bq", "Ap Bq"],
    ["they move and change places", "Ap Bq", "Br Ap", "Bq Ap"],
    ["they exchange addresses", "Ap Bq", "Aq Bp", "Ap Bq"],
    ["both numbers at one door are corrected", "Ap Bp", "Cp Dp", "Ap Bp"],
    ["several recipients with one number move", "Kp Kq", "Kr Kq1", "Kp Kq"],
    ["two identical dropoffs exist and one is removed", "Ap Ap", "Ap", "Ap"],
  ])("when %s", (_, before, after, expected) => {
    const tokens = stored(before.split(" "), after.split(" ")).map((token) => token ?? "-");
    expect(tokens).toEqual(expected.split(" "));
  });
});

describe("a link is never given to another recipient", () => {
  it.each([
    ["another recipient replaces them", "Ap Bq", "Cr Bq", "- Bq"],
    ["another recipient is at their building, at another door", "Ap1 Bq", "Cp2 Bq", "- Bq"],
    ["they are removed, and the remaining recipient has a new number", "Ap Bp", "Cp", "-"],
    [
      "a dropoff with the shop's number is removed, and another with it is added elsewhere",
      "Kp Kq",
      "Kq Kr",
      "Kq -",
    ],
    ["two with one number are replaced by one at another point", "Kp Kq", "Kr", "-"],
  ])("when %s", (_, before, after, expected) => {
    const tokens = stored(before.split(" "), after.split(" ")).map((token) => token ?? "-");
    expect(tokens).toEqual(expected.split(" "));
  });

  it("and stays with an unchanged recipient, whatever changes for the others", () => {
    const who = fc
      .tuple(fc.constantFrom("A", "B", "C"), fc.constantFrom("p", "q", "r"), fc.constantFrom("", "1", "2"))
      .map((parts) => parts.join(""));
    const row = fc.array(who, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(row, row, (before, after) => {
        const tokens = before.map((one, index) => `${one} ${index}`);
        const input = carryOverTokens(before.map(dropoff), tokens, after.map(dropoff));
        const held = input.filter((token) => token !== null);
        expect(new Set(held).size).toBe(held.length);
        for (const one of new Set(after)) {
          const count = (row: readonly string[]) => row.filter((other) => other === one).length;
          const own = input.filter((token, to) => after[to] === one && token?.startsWith(`${one} `));
          expect(own.length).toBe(Math.min(count(before), count(after)));
        }
        input.forEach((token, to) => {
          const [owner = ""] = token?.split(" ") ?? [];
          const isSame = (from: number, until: number) =>
            owner.slice(from, until) === after[to]?.slice(from, until);
          expect(token === null || isSame(0, 1) || (isSame(1, 3) && before.length === after.length)).toBe(
            true,
          );
        });
      }),
      { numRuns: 500 },
    );
  });
});
