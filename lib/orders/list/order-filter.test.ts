import { describe, expect, it } from "vitest";
import { buildConditions } from "@/lib/orders/list/conditions";
import {
  filterParameters,
  isNarrowed,
  readCodes,
  readEdge,
  readFilter,
} from "@/lib/orders/list/order-filter";

const of = (query: string) => {
  const parameters = new URLSearchParams(query);
  return (name: string) => parameters.get(name) ?? "";
};

describe("the filter of an order list", () => {
  it("is read from the query string and written back unchanged", () => {
    const courier = "0c6d2f1e-7f55-4c43-9a55-8d2a8d1e6b77";
    const query =
      "status=active&search=%D0%BD%D0%B5%D0%B2%D1%81%D0%BA%D0%B8%D0%B9+28&from=2026-11-01&to=2026-11-21" +
      `&courier=${courier}&problem=1`;
    const filter = readFilter(of(query));
    expect(filter).toEqual({
      view: "active",
      from: "2026-11-01",
      to: "2026-11-21",
      search: "невский 28",
      courier,
      hasProblem: true,
    });
    expect(filterParameters(filter).toString()).toBe(query);
  });

  it.each([
    ["an empty query string", ""],
    ["fields that were left empty", "status=&search=&from=&to="],
    ["an invalid status", "status=lost"],
    ["invalid dates", "from=2026-02-30&to=yesterday"],
    ["white space", "search=%20%09"],
    ["an invalid courier id", "courier=1%27%20OR&problem=yes"],
  ])("is not narrowed by %s", (_, query) => {
    const filter = readFilter(of(query));
    expect(filter).toEqual({ view: "today", from: "", to: "", search: "", courier: "", hasProblem: false });
    expect(isNarrowed(filter)).toBe(false);
    expect(filterParameters(filter).toString()).toBe("");
  });

  it.each(["search=1042", "from=2026-11-01", "to=2026-11-01", "problem=1"])(
    "includes all days when narrowed by %s, unless the status is given",
    (query) => {
      expect(readFilter(of(query)).view).toBe("all");
      expect(filterParameters(readFilter(of(query))).toString()).toBe(query);
      const today = readFilter(of(`status=today&${query}`));
      expect([today.view, filterParameters(today).get("status")]).toEqual(["today", "today"]);
      expect(filterParameters({ ...today, view: "all" }).toString()).toBe(query);
    },
  );

  it("contains no text that the database would reject", () => {
    const half = String.fromCharCode(0xd83d);
    expect(readFilter((name) => (name === "search" ? `a\u0000${half}b` : "")).search).toBe("a\ufffdb");
    const long = readFilter((name) => (name === "search" ? "😀".repeat(500) : "")).search;
    expect([...long]).toHaveLength(128);
    expect(long.isWellFormed()).toBe(true);
  });

  it("includes the whole first and last day in the account's time zone", () => {
    const filter = readFilter(of("from=2026-11-21&to=2026-11-21"));
    const now = new Date("2026-11-22T20:59:00.000Z");
    expect(buildConditions(filter, { timeZone: "Europe/Moscow", now })).toEqual({
      view: "all",
      from: new Date("2026-11-20T21:00:00.000Z"),
      until: new Date("2026-11-21T21:00:00.000Z"),
      search: null,
      courier: null,
      hasProblem: false,
      today: new Date("2026-11-21T21:00:00.000Z"),
      now,
    });
    expect(buildConditions(readFilter(of("")), { timeZone: "Europe/Moscow", now })).toMatchObject({
      from: null,
      until: null,
    });
  });
});

describe("the page of an order list", () => {
  it.each([
    ["before=7KQ2-M4XR", { side: "before", code: "7KQ2-M4XR" }],
    ["after=7kq2-m4xr", { side: "after", code: "7KQ2-M4XR" }],
    ["before=7KQ2-M4XR&after=AAAA-AAAA", { side: "before", code: "7KQ2-M4XR" }],
    ["before=nonsense&after=AAAA-AAAA", { side: "after", code: "AAAA-AAAA" }],
    ["before=1%27%20OR%201=1", null],
    ["", null],
  ])("is read from the query string '%s'", (query, edge) => {
    expect(readEdge(of(query))).toEqual(edge);
  });

  it("reads only well-formed order codes, up to the limit", () => {
    expect(readCodes("7KQ2-M4XR,x,,AAAA-AAAA,BBBB-BBBB", 2)).toEqual(["7KQ2-M4XR", "AAAA-AAAA"]);
    expect(readCodes("", 2)).toEqual([]);
  });
});
