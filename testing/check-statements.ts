import { afterAll, afterEach, expect, inject } from "vitest";
import { observeStatements } from "@/lib/db/sql";
import { StatementCheck } from "@/testing/statement-check";

// PostgreSQL describes every statement that a test runs, and must agree with the code.
const check = new StatementCheck(inject("describedUrl"), process.env.STATEMENT_LEDGER);
observeStatements(check);

const noFaults = () => expect(check.takeFaults().join("\n")).toBe("");
afterEach(noFaults);
afterAll(async () => {
  await check.close();
  noFaults();
});
