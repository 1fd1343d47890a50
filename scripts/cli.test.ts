import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { listMigrations, migrationsFolder } from "@/lib/db/migrate";
import { createEmptyDatabase } from "@/testing/database";

describe("the command line's database", () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "dropline-cli-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs `npm run cli` from the folder, as npm does. */
  const run = (words: string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, ["--", "scripts/cli.mjs", ...words], {
      env: { PATH: process.env.PATH, NODE_ENV: "production", INIT_CWD: folder, ...env },
      encoding: "utf8",
    });

  it("is never created by a command", () => {
    const { status, stdout, stderr } = run(["user", "list"], { DATA_DIR: join(folder, "none") });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^There is no database in .*none\. Set DATABASE_URL .*\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is not needed to list the commands, one on each line", () => {
    const { status, stdout } = run(["--help"], { DATA_DIR: join(folder, "none") });
    expect(status).toBe(0);
    expect(stdout.split("\n")).toContain("user list [--account ID]");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is named on standard error without its password, and read from the service's settings file", () => {
    const url = inject("describedUrl");
    const { host, pathname } = new URL(url);
    const file = join(folder, "dropline.env");
    writeFileSync(file, `DATABASE_URL=${url}\nPUBLIC_URL=https://drop.example\n`);
    for (const words of [["--env-file", relative(folder, file)], [`--env-file=${file}`]]) {
      const { status, stdout, stderr } = run([...words, "user", "list"]);
      const line = `Database: postgresql://${host}${pathname}. Links begin with https://drop.example\n`;
      expect({ status, line: stderr.slice(0, line.length) }).toEqual({ status: 0, line });
      expect(JSON.parse(stdout)).toEqual({ users: [] });
    }
    const set = run(["--env-file", file, "user", "list"], {
      DATABASE_URL: "postgresql://u:p@127.0.0.1:1/other?x=1",
    });
    expect([set.status, set.stderr.split("\n")[0]]).toEqual([
      1,
      "Database: postgresql://127.0.0.1:1/other. Links begin with https://drop.example",
    ]);
  });

  it("is checked and migrated on request, and reported when it is missing", async () => {
    const { url, drop } = await createEmptyDatabase();
    try {
      const env = { DATABASE_URL: url, DATA_DIR: folder, AUTH_SECRET: "Yq1v0Zs8m3Kd7Xw5Rb2Tn9Lc4Hf6Jg0P" };
      const before = run(["check"], env);
      expect([before.status, before.stdout]).toEqual([
        1,
        expect.stringMatching(/^error +database +Migrations/m),
      ]);
      expect(before.stdout).toMatch(/^1 error, \d+ warnings?\.\n$/m);
      expect(JSON.parse(run(["migrate"], env).stdout).applied).toHaveLength(
        listMigrations(migrationsFolder()).length,
      );
      expect(JSON.parse(run(["migrate"], env).stdout)).toEqual({ applied: [] });
      const after = run(["check", "--json"], env);
      expect([after.status, JSON.parse(after.stdout)]).toMatchObject([0, { ok: true }]);
    } finally {
      await drop();
    }
    const none = run(["check", "--json"], { DATA_DIR: join(folder, "none") });
    expect(none.status).toBe(1);
    expect(JSON.parse(none.stdout).findings).toContainEqual({
      level: "error",
      part: "configuration",
      message: "DATABASE_URL must be set.",
      fix: "Set DATABASE_URL as .env.example shows.",
    });
    expect(run(["check", "--jsn"]).stderr).toMatch(/Unknown option '--jsn'/);
  });

  it("is not used when the settings file cannot be read", () => {
    const { status, stdout, stderr } = run(["--env-file", "missing.env", "user", "list"]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^The settings file cannot be read: .*missing\.env.*\n$/);
  });
});
