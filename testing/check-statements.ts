import { afterAll, afterEach, expect, inject } from "vitest";
import { observeStatements } from "@/lib/db/sql";
import { openStatementCheck } from "@/testing/statement-check";

// Compares the row types in code with PostgreSQL's description of every statement that a test runs.
const check = openStatementCheck(inject("describedUrl"), process.env.STATEMENT_LEDGER);
observeStatements(check);

const noFaults = () => expect(check.takeFaults().join("\n")).toBe("");
afterEach(noFaults);
afterAll(async () => {
  await check.settle();
  noFaults();
});
