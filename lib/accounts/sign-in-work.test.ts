import { verify } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createUser } from "@/lib/accounts/create-user";
import { hashPassword, isPassword } from "@/lib/accounts/password";
import { signIn } from "@/lib/accounts/sign-in";
import { type Database, openDatabase } from "@/lib/db/client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { FixedClock } from "@/testing/shop";

// The real one, counted: on a busy machine timing proves nothing, and the hash is what takes the time.
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, verify: vi.fn(real.verify) };
});

describe("password verification at sign-in", () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 4);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  it("computes one hash with the same parameters for a known, an unknown and a disabled user", async () => {
    const clock = new FixedClock("2026-11-21T12:00:00.000Z");
    const person = { accountId: null, password: "correct horse battery", roles: ["owner"] } as const;
    await createUser(db, { ...person, email: "known@example.com" });
    const gone = await createUser(db, { ...person, email: "gone@example.com" });
    await db.models.user.update({ where: { id: gone.id }, data: { disabledAt: new Date() } });
    const parameters: unknown[] = [];
    for (const email of ["known@example.com", "unknown@example.com", "gone@example.com"]) {
      vi.mocked(verify).mockClear();
      const input = { email, password: "wrong", network: "192.0.2.1" };
      expect(await signIn({ db, clock }, input)).toMatchObject({ entrant: null, isChecked: true });
      expect(verify).toHaveBeenCalledTimes(1);
      parameters.push(String(vi.mocked(verify).mock.calls[0]?.[0]).split("$").slice(0, 4));
    }
    expect(parameters[1]).toEqual(parameters[0]);
    expect(parameters[2]).toEqual(parameters[0]);
  });

  it("is rejected as unavailable, not as a wrong password, when 64 others are waiting", async () => {
    const hash = await hashPassword("the right one");
    let answerAll = (_: boolean) => {};
    const isHanging = new Promise<boolean>((settle) => {
      answerAll = settle;
    });
    vi.mocked(verify).mockImplementation(() => isHanging);
    const waiting = Array.from({ length: 64 }, () => isPassword("the right one", hash));
    await expect(isPassword("the right one", hash)).rejects.toThrow("SERVICE_UNAVAILABLE");
    answerAll(true);
    expect(await Promise.all(waiting)).not.toContain(false);
  });
});
