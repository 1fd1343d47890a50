import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import {
  arrayColumn,
  enumColumn,
  enumSubsetColumn,
  int4,
  int8,
  type RowShape,
  text,
  uuid,
} from "@/lib/db/row";
import { StatementCheck } from "@/testing/statement-check";

const STATUSES = ["new", "assigned", "in_progress", "delivered", "cancelled"];

describe("a statement's rows", () => {
  let check: StatementCheck;

  beforeAll(() => {
    check = new StatementCheck(inject("describedUrl"), undefined);
  });
  afterAll(() => check?.close());

  const readFaults = async (statement: string, shape: RowShape): Promise<string[]> => {
    await check.beforeRun({ text: statement, values: [], templates: [] }, shape);
    return check.takeFaults();
  };

  it.each<[string, RowShape]>([
    ["SELECT id, order_code FROM orders WHERE id = $1", { id: int8, orderCode: text }],
    ["SELECT status, courier_id FROM orders", { status: enumColumn(STATUSES), courierId: uuid.orNull }],
    ["SELECT status FROM orders WHERE status = 'new'", { status: enumSubsetColumn(["new"]) }],
    ["SELECT kind FROM jobs", { kind: enumColumn(["clean_up"]) }],
    ["SELECT position FROM order_stops", { position: int4 }],
    ["SELECT counts FROM rate_limit_windows", { counts: arrayColumn(int4) }],
  ])("are accepted when their declaration matches PostgreSQL's description: %s", async (statement, shape) => {
    expect(await readFaults(statement, shape)).toEqual([]);
  });

  it.each<[string, string, RowShape, string]>([
    [
      "does not return",
      "SELECT id AS number FROM orders",
      { id: int8 },
      "does not answer with it; its columns are number",
    ],
    [
      "returns in addition to the declared ones",
      "SELECT id, status FROM orders",
      { id: int8 },
      '"status" of: SELECT id, status FROM orders',
    ],
    ["returns twice", "SELECT id, id FROM orders", { id: int8 }, "answers with it twice"],
    ["returns with another type", "SELECT id FROM orders", { id: int4 }, "is int8, and declared as"],
    [
      "returns with another enum",
      "SELECT mode FROM orders",
      { mode: enumColumn(STATUSES) },
      "with the labels live, test",
    ],
    [
      "returns with more enum labels",
      "SELECT mode FROM orders",
      { mode: enumColumn(["live"]) },
      "with the labels live, test",
    ],
    ["returns as an array", "SELECT counts FROM rate_limit_windows", { counts: int4 }, "is _int4"],
    [
      "may return as null",
      "SELECT courier_id FROM orders",
      { courierId: uuid },
      '"courierId" of: SELECT courier_id FROM orders\n  orders.courier_id may be null; declare it .orNull, or coalesce it.',
    ],
    ["cannot return", "SELECT nothing FROM orders", { nothing: text }, 'column "nothing" does not exist'],
  ])("are rejected with a column that the statement %s: %s", async (_title, statement, shape, fault) => {
    expect((await readFaults(statement, shape)).join("\n")).toContain(fault);
    // Described once, told each time.
    expect((await readFaults(statement, shape)).join("\n")).toContain(fault);
  });

  it("are rejected when a value does not match its column's declaration", () => {
    const statement = { text: "SELECT max(id) AS id FROM orders", values: [], templates: [] };
    check.afterRun(statement, { id: int8 }, [{ id: 1n }]);
    expect(check.takeFaults()).toEqual([]);
    check.afterRun(statement, { id: int8 }, [{ id: 1n }, { id: null }]);
    expect(check.takeFaults()).toEqual([
      '"id" of: SELECT max(id) AS id FROM orders\n  came as null, which its column does not accept; declare it .orNull.',
    ]);
    check.afterRun(statement, { id: enumSubsetColumn(["new"]) }, [{ id: "gone" }]);
    expect(check.takeFaults()).toHaveLength(1);
  });
});
