import { describe, expect, it } from "vitest";
import { EXCEPTION_KINDS, type Exception, findExceptions } from "@/lib/console/exceptions";
import { groupExceptions, groupKey } from "@/lib/console/group-exceptions";
import { makeTrackedOrder } from "@/testing/tracked-order";

const exception = (change: Partial<Exception>): Exception => ({
  kind: "courier_not_found",
  subject: "CODE-0001",
  severity: "bad",
  since: "2026-11-21T12:00:00.000Z",
  until: null,
  orderCode: change.subject ?? "CODE-0001",
  courierId: null,
  courierName: null,
  accountId: "polyn",
  accountName: "Polyn Flowers",
  place: null,
  text: null,
  held: null,
  ...change,
});
const list = (exceptions: readonly Exception[]) =>
  groupExceptions(exceptions).map((group) => group.exceptions.map(({ subject }) => subject));

describe("equal exceptions", () => {
  it("of one kind and shop are one group, at the place of its first", () => {
    const all = [
      exception({ subject: "a" }),
      exception({ subject: "b", accountId: "books" }),
      exception({ subject: "c" }),
      exception({ subject: "d", kind: "late", severity: "late" }),
      exception({ subject: "e", accountId: "books" }),
    ];
    expect(list(all)).toEqual([["a", "c"], ["b", "e"], ["d"]]);
  });

  it("of two shops with one name are two groups", () => {
    const namesakes = [exception({ subject: "a" }), exception({ subject: "b", accountId: "other" })];
    expect(list(namesakes)).toEqual([["a"], ["b"]]);
    // A board that a process of the former release has sent has no ids.
    expect(list(namesakes.map((one) => ({ ...one, accountId: null })))).toEqual([["a", "b"]]);
  });

  it.each(["silent_courier", "not_accepted", "at_door", "going_back"] as const)(
    "of one courier are one group, whatever their shops (%s)",
    (kind) => {
      const anna = { kind, courierId: "anna", courierName: "Anna" };
      const all = [
        exception({ subject: "a", ...anna }),
        exception({ subject: "b", ...anna, accountId: "books" }),
        exception({ subject: "c", ...anna, courierId: "boris" }),
      ];
      expect(list(all)).toEqual([["a", "b"], ["c"]]);
    },
  );

  it("are never questions, each of which has its own deadline and answer", () => {
    const questions = ["a", "b"].map((subject) =>
      exception({ kind: "question", subject, courierId: "anna" }),
    );
    expect(list(questions)).toEqual([["a"], ["b"]]);
  });

  it("have a key that stays while members come and go, and differs between kinds", () => {
    const [first, second] = [exception({ subject: "a" }), exception({ subject: "b" })];
    expect(groupExceptions([first])[0]?.key).toBe(groupExceptions([second, first])[0]?.key);
    const keys = EXCEPTION_KINDS.map((kind) => groupKey(exception({ kind })));
    expect(new Set(keys).size).toBe(EXCEPTION_KINDS.length);
  });

  it("of 60 orders of three shops are three rows that contain each order once", () => {
    const orders = Array.from({ length: 60 }, (_, index) =>
      makeTrackedOrder({
        code: `CODE-${1_000 + index}`,
        accountId: `shop ${index % 3}`,
        status: "new",
        courierId: null,
        courierName: null,
        waitingSince: new Date(Date.parse("2026-11-21T11:00:00Z") + index * 1_000).toISOString(),
      }),
    );
    const watched = { couriers: [], orders, endpoints: [], problems: [], quiet: [] };
    const groups = groupExceptions(findExceptions(watched, Date.parse("2026-11-21T12:00:00Z")));
    expect(groups.map(({ exceptions }) => exceptions.length)).toEqual([20, 20, 20]);
    expect(groups.map(({ exceptions: [first] }) => first.subject)).toEqual([
      "CODE-1000",
      "CODE-1001",
      "CODE-1002",
    ]);
    expect(new Set(groups.flatMap(({ exceptions }) => exceptions.map(({ subject }) => subject))).size).toBe(
      60,
    );
  });
});
