import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { acceptInvitation } from "@/lib/accounts/accept-invitation";
import { systemClock } from "@/lib/clock";
import { readConfig } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import { probePort } from "@/packages/embedded-postgres/port.mjs";
import { checkSettings, prepareDatabase } from "@/scripts/prepare-database";
import { USER_COMMANDS } from "@/scripts/user-commands";
import { toSecret } from "@/testing/account-side";
import { createDatabase } from "@/testing/database";
import { AUTH, PASSWORD } from "@/testing/sign-in";

const DATABASE_URL = "postgresql://user:pass@db/name";

describe("the settings of a start", () => {
  it.each([
    ["the embedded database gets the demo", {}, true],
    ["a configured database gets no demo", { DATABASE_URL }, false],
    ["a configured database gets the requested demo", { DATABASE_URL, SEED_DEMO: "1" }, true],
    ["no demo is made where it is turned off", { SEED_DEMO: "0" }, false],
    ["an empty variable counts as absent", { DATABASE_URL: "", SEED_DEMO: "" }, true],
  ] as const)("%s", (_, variables, hasDemo) => {
    const settings = checkSettings(variables);
    expect(settings.hasDemo).toBe(hasDemo);
    // Simulated couriers carry live orders with the demo only.
    expect(settings.serverDefaults.SIMULATE_LIVE).toBe(hasDemo ? "1" : undefined);
  });

  it.each([
    ["all", {}, "0"],
    ["all", { PROXY_HOPS: "1" }, undefined],
    ["api", {}, undefined],
    ["worker", {}, undefined],
  ])(
    "for the role %s with %o include a drain of %s seconds before the socket closes",
    (ROLE, more, drain) => {
      // In production the default is 5 s.
      expect(checkSettings({ ROLE, ...more }).serverDefaults.DRAIN_SECONDS).toBe(drain);
      expect(readConfig({ DATABASE_URL, NODE_ENV: "production" }).drainSeconds).toBe(5);
    },
  );

  it("list only the URLs that the process serves", () => {
    const shown = (ROLE: string) =>
      checkSettings({ ROLE, PUBLIC_URL: "https://drop.example" })
        .addressLines.join("\n")
        .match(/https:\S+/g);
    expect(shown("web")).toEqual(shown("all"));
    expect(shown("all")).toContain("https://drop.example/dashboard");
    expect(shown("api")).toEqual(["https://drop.example/v1/partner"]);
    expect(shown("worker")).toBeNull();
  });

  it.each(["false", "no", "off", "true"])("reject a SEED_DEMO of %s instead of guessing", (SEED_DEMO) => {
    expect(() => checkSettings({ SEED_DEMO })).toThrow(/^Wrong configuration\. SEED_DEMO: /);
  });
});

describe("a prepared database without a demo", () => {
  it("says how to create the first operator until there is one", async () => {
    const database = await createDatabase();
    const db = openDatabase(database.url, 2);
    const prepare = () =>
      prepareDatabase({
        databaseUrl: database.url,
        dataDir: "",
        publicUrl: "http://localhost:3000",
        hasDemo: false,
        osrmUrl: null,
      });
    try {
      const { nextSteps } = await prepare();
      const words = nextSteps.at(-1)?.split("npm run -s cli -- user invite ")[1]?.split(" ") ?? [];
      const { values } = parseArgs({
        args: words,
        options: { email: { type: "string" }, role: { type: "string" } },
      });
      vi.stubEnv("AUTH_SECRET", AUTH.AUTH_SECRET);
      expect(USER_COMMANDS["user invite"]?.options.parse(values)).toMatchObject({ roles: ["owner"] });

      vi.stubEnv("OPERATOR_EMAIL", "ana@example.com");
      const [first, second] = [(await prepare()).nextSteps.at(-1), (await prepare()).nextSteps.at(-1)];
      expect(first).not.toBe(second);
      const join = (link = "") =>
        acceptInvitation({ db, clock: systemClock }, { secret: toSecret(link), password: PASSWORD });
      await expect(join(first)).rejects.toThrow("LINK_NOT_FOUND");
      const { userId } = await join(second);
      expect(await db.models.user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
        accountId: null,
        roles: ["owner"],
        role: "operator",
      });
      expect((await prepare()).nextSteps).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      await db.close();
      await database.drop();
    }
  });
});

describe("npm start", () => {
  it("generates the secret that settings such as SIGN_UP need", async () => {
    const folder = mkdtempSync(join(tmpdir(), "dropline-start-"));
    const { stderr } = spawnSync(process.execPath, ["scripts/start.mjs"], {
      env: {
        NODE_ENV: "production",
        PATH: process.env.PATH,
        PORT: String(await probePort(0)),
        ROLE: "api",
        DATA_DIR: folder,
        DATABASE_URL: "postgresql://127.0.0.1:1/none",
        SMTP_URL: "smtp://127.0.0.1:1",
        SIGN_UP: "approval",
      },
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true });
    // The database is opened after the settings are checked.
    expect(stderr).toContain("ECONNREFUSED");
  });
});
