import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Context } from "@/lib/context";
import { type Database, openDatabase } from "@/lib/db/client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { CourierSide, FixedClock } from "@/testing/shop";

export interface AccountSide {
  readonly db: Database;
  readonly clock: FixedClock;
  readonly context: Context;
}

export const LINK_SETTINGS = { authSecret: "a secret of thirty-two characters", isMailed: false };

/** Creates one database per test file, and for each test a clock that starts at the same instant. */
export function withAccountSide(take: (side: AccountSide) => void): void {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 12);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  beforeEach(() => {
    const clock = new FixedClock("2026-11-21T12:00:00.000Z");
    take({ db, clock, context: new CourierSide(db, clock).context });
  });
}

let emails = 0;

export function newEmail(): string {
  emails += 1;
  return `person-${emails}@example.com`;
}

/** Returns the secret at the end of a link. */
export function toSecret(link: string): string {
  return link.slice(link.lastIndexOf("/") + 1);
}
