import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUser } from "@/lib/accounts/create-user";
import { issueResetLink } from "@/lib/accounts/issue-reset-link";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { type Database, openDatabase } from "@/lib/db/client";
import { text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { runText } from "@/testing/run-text";
import { CourierSide, makeClient } from "@/testing/shop";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

describe("secrets", () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 2);
  });

  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  /** Every row of every table as text, binary columns in hexadecimal. */
  const dump = async (): Promise<string> => {
    const tables = await query(db, { name: text })`
      SELECT relname AS name FROM pg_catalog.pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;
    const texts: string[] = [];
    for (const { name } of tables) {
      // The name comes from the catalog.
      const rows = await runText(db, `SELECT t::text AS text FROM "${name}" t`);
      texts.push(...rows.map(({ text }) => text ?? ""));
    }
    return texts.join("\n");
  };

  it("such as keys, passwords, personal links and webhook secrets are in no table after they are shown (AUTH-7)", async () => {
    const { context } = new CourierSide(db);
    const shop = await makeClient(db);
    const password = `chosen-${randomUUID()}`;
    const email = `person-${randomUUID()}@example.com`;
    await createUser(db, { accountId: shop.accountId, email, password, roles: ["owner"] });
    const reset = await issueResetLink(context, email);
    const courierId = await new CourierSide(db).makeCourier();
    const access = await issueCourierLink(db, courierId, context.publicUrl);
    const { secret } = await addEndpoint(testWebhooks(db), shop.scope, "https://shop.example/hook");
    const lastPart = (link: string) => link.split("/").at(-1) ?? "";
    const secrets = {
      key: shop.key,
      password,
      reset: lastPart(reset.link),
      courier: lastPart(access.link),
      device: access.deviceToken,
      webhook: secret.slice("whsec_".length),
    };
    const stored = await dump();
    expect(stored).toContain(email);
    for (const [kind, text] of Object.entries(secrets)) {
      const spellings = [
        text,
        Buffer.from(text),
        Buffer.from(text, "base64"),
        Buffer.from(text, "base64url"),
      ];
      for (const spelling of spellings) {
        const found = stored.includes(typeof spelling === "string" ? spelling : spelling.toString("hex"));
        expect({ kind, found }).toEqual({ kind, found: false });
      }
    }
  });
});

describe("the browser bundle", () => {
  it("contains no server module and no name of a server setting", () => {
    const folder = join(process.cwd(), ".next/static");
    const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".js"),
    );
    expect(scripts.length).toBeGreaterThan(10);
    // Each has a unique text that survives minification.
    const marks = [
      "DATABASE_URL",
      "AUTH_SECRET",
      "WEBHOOK_SECRET_KEY",
      "SMTP_URL",
      "PrismaClient",
      "argon2",
      "FOR UPDATE",
      "INSERT INTO",
    ];
    for (const name of scripts) {
      const text = readFileSync(join(folder, name), "utf8");
      expect({ name, found: marks.filter((mark) => text.includes(mark)) }).toEqual({ name, found: [] });
    }
  });
});
