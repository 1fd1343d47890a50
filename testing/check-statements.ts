import { afterAll, afterEach, expect, inject } from "vitest";
import { observeStatements } from "@/lib/db/sql";
import { StatementCheck } from "@/testing/statement-check";

// Whatever a test runs is described by PostgreSQL, and must be what its code says.
const check = new StatementCheck(inject("describedUrl"), process.env.STATEMENT_LEDGER);
observeStatements(check);

const noFaults = () => expect(check.takeFaults().join("\n")).toBe("");
afterEach(noFaults);
afterAll(async () => {
  await check.close();
  noFaults();
});
