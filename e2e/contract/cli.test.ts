import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateSecret } from "@/lib/webhooks/secret";
import { signedHeaders } from "@/lib/webhooks/signature";
import { findBackupCommand } from "@/scripts/backup-commands";
import { explainError, runCall } from "@/scripts/command-line";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { makePerson } from "@/testing/sign-in";
import { pollUntil } from "@/testing/until";

describe("the command line", () => {
  let local: LocalApi;
  let databaseUrl: string;

  beforeAll(async () => {
    local = await openLocalApi();
    databaseUrl = local.databaseUrl;
  });

  afterAll(() => local?.close());

  /** Makes a call as `npm run cli` does, in a separate process. */
  const runProcess = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/cli.mjs", ...words], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
      encoding: "utf8",
    });
    return { status, stderr, data: stdout === "" ? null : JSON.parse(stdout) };
  };

  /** Makes a call in this process. */
  const run = (...words: string[]) =>
    runCall(words, databaseUrl).then(
      (text) => ({ status: 0, stderr: "", data: JSON.parse(text) }),
      (error) => ({ status: 1, stderr: `${explainError(error)}\n`, data: null }),
    );
  const newCourier = [
    "courier",
    "create",
    "--name",
    "Анна Петрова",
    "--phone",
    "+79115550007",
    "--transport",
    "bike",
  ];

  it("adds a courier with a link and a tracker token, and replaces both", async () => {
    const courier = runProcess(...newCourier).data;
    expect(courier).toMatchObject({
      name: "Анна Петрова",
      transport: "bike",
      mode: "live",
      simulated: false,
    });
    expect(courier.link).toMatch(/^https:\/\/drop\.example\/courier\/enter\/[A-Za-z0-9_-]{22}$/);
    expect([courier.tracker_url, courier.device_token.length]).toEqual(["https://drop.example/gps", 22]);
    const again = runProcess("courier", "link", "--id", courier.id).data;
    expect(again.link).not.toBe(courier.link);
    expect(again.device_token).not.toBe(courier.device_token);
    const stored = JSON.stringify(
      await local.db.models.courier.findUniqueOrThrow({ where: { id: courier.id } }),
    );
    expect(stored).not.toContain(again.device_token);
  });

  it("lists couriers and disables and enables them", async () => {
    const { id } = (await run(...newCourier)).data;
    expect((await run("courier", "disable", "--id", id)).data.disabled_at).not.toBeNull();
    expect((await run("courier", "enable", "--id", id)).data.disabled_at).toBeNull();
    expect((await run("courier", "list")).data.couriers.map((one: { id: string }) => one.id)).toContain(id);
    expect((await run("courier", "list", "--mode", "test")).data.couriers).toEqual([]);
  });

  it("creates users and lists them without their credentials", async () => {
    const { shop } = await local.newShop();
    const email = "made.person@example.com";
    const person = ["--account", shop.accountId, "--email", email, "--role", "staff"];
    expect(await run("user", "create", ...person, "--password", "too short")).toMatchObject({
      status: 1,
      data: null,
    });
    const made = (await run("user", "create", ...person, "--password", "long enough")).data;
    expect(made).toMatchObject({ email, roles: ["dispatcher", "viewer"], disabled_at: null });
    expect((await run("user", "list", "--account", shop.accountId)).data).toEqual({ users: [made] });
  });

  it("prints a password link that is stored nowhere, and none for a disabled user", async () => {
    const { shop } = await local.newShop();
    const { email } = await makePerson(local.db, shop.accountId, "owner");
    const reset = (await run("user", "reset-link", email)).data;
    expect(reset.link).toMatch(/^https:\/\/drop\.example\/reset\/[A-Za-z0-9_-]{43}$/);
    const stored = JSON.stringify(await local.db.models.personToken.findMany());
    expect(stored).not.toContain(reset.link.split("/").at(-1));
    expect((await run("user", "disable", email)).data.disabled_at).not.toBeNull();
    expect(await run("user", "reset-link", email)).toMatchObject({
      status: 1,
      stderr: "There is no such user.\n",
    });
    expect((await run("user", "enable", email)).data.disabled_at).toBeNull();
  });

  it("reports missing and surplus arguments of a command in one line", async () => {
    expect((await run("user", "disable")).stderr).toMatch(
      /^--email is required\. Usage: user disable EMAIL\n$/,
    );
    expect(await run("user", "disable", "a@example.com", "more")).toMatchObject({ status: 1, data: null });
  });

  it("accepts every command line in the documents", async () => {
    const documents = ["README.md", "docs/cli.md"].map((name) => readFileSync(name, "utf8")).join("\n");
    const lines = documents.matchAll(/npm run -s cli -- ([^#`\n]+)/g);
    const calls = [...lines].map(([, call = ""]) =>
      call
        .replace(/\bID\b/g, randomUUID())
        .replace("EMAIL", "owner@example.com")
        .replace("--password …", "--password of-ten-characters")
        // scripts/env-file.mjs takes it out.
        .replace(/--env-file \S+/, "")
        .trim(),
    );
    expect(calls.length).toBeGreaterThan(20);
    for (const call of calls) {
      const words = [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
      // It reports that there is no database (scripts/cli.test.ts).
      if (words[0] === "check") continue;
      // They need no running database (lib/process/backup, scripts/cli.mjs).
      if (findBackupCommand(words) !== null || words[0] === "upgrade-database") continue;
      // Names a command within a sentence.
      if (words.length === 2 && words[1] === "create") continue;
      // It parses the call before it looks for the database, of which there is none.
      await expect(runCall(words, ""), call).rejects.toThrow("DATABASE_URL is not set");
    }
  });

  it("exports a phone, holds an order, keeps people for a time, and erases no active order", async () => {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBody());
    const phone = "+79161234567";
    const { tables } = (await run("export", "--phone", phone)).data;
    expect(Object.keys(tables)).toEqual(["orders", "order_stops", "events"]);
    expect(tables.order_stops).toMatchObject([
      { position: 1, contact_value: phone, street: "Невский проспект" },
    ]);
    expect(await run("erase", "--phone", phone)).toEqual({
      status: 1,
      stderr: `Nothing was erased: these orders have not ended: ${data.order_code}. Cancel or complete them first.\n`,
      data: null,
    });
    expect((await run("erase")).stderr).toMatch(/^give either --phone or --order\. Usage: erase /);
    const held = ["--order", data.order_code.toLowerCase()];
    expect((await run("hold", "place", ...held, "--reason", "Court case")).data.on_hold).toBe(true);
    expect(await local.db.models.legalHold.count()).toBe(1);
    await run("hold", "release", ...held);
    expect(await local.db.models.legalHold.count()).toBe(0);
    await run("retention", "set", "--days", "90");
    await run("retention", "set", "--days", "never", "--account", shop.accountId);
    expect(await local.db.models.retentionSettings.findMany()).toMatchObject([{ days: 90 }]);
    const account = { where: { id: shop.accountId } };
    expect(await local.db.models.account.findFirst(account)).toMatchObject({ retentionDays: 0 });
    expect((await run("retention", "set", "--days", "0")).stderr).toMatch(/^--days must be from 1 to 3650/);
  });

  it("assigns an order, or reports in one line why it cannot", async () => {
    const { shop, api } = await local.newShop();
    const body = orderBody();
    await api.create(body);
    const courier = (await run(...newCourier)).data;
    const words = ["order", "assign", "--account", shop.accountId, "--courier", courier.id, "--order"];
    expect((await run(...words, body.external_order_id)).data).toMatchObject({
      status: "assigned",
      driver: { name: "Анна Петрова" },
    });
    const missing = await run(...words, "no-such-order");
    expect([missing.status, missing.data]).toEqual([1, null]);
    expect(missing.stderr).toBe("No order found with this external_order_id.\n");
  });

  it("lists all problems of a call at once", () => {
    const words = ["courier", "create", "--phone", "8-911", "--transport", "horse"];
    const { status, stderr, data } = runProcess(...words);
    expect([status, data]).toEqual([1, null]);
    for (const piece of ["--name is required", "--phone must be a number such as", "--transport"]) {
      expect(stderr).toContain(piece);
    }
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("registers, lists and removes webhook endpoints, and reports what is wrong with a URL (HOOK-1)", async () => {
    const { shop } = await local.newShop();
    const of = ["--account", shop.accountId];
    const added = (
      await run("webhook", "add", ...of, "--url", "https://8.8.8.8/hook", "--events", "order.cancelled")
    ).data;
    expect(added).toMatchObject({ url: "https://8.8.8.8/hook", events: ["order.cancelled"], mode: "live" });
    expect(added.secret).toMatch(/^whsec_/);
    const { endpoints } = (await run("webhook", "list", ...of)).data;
    expect(endpoints).toMatchObject([{ id: added.id, attempts_24h: 0 }]);
    expect(JSON.stringify(endpoints)).not.toContain("whsec_");
    expect((await run("webhook", "list", ...of, "--mode", "test")).data.endpoints).toEqual([]);
    for (const [url, said] of [
      ["http://8.8.8.8/", "https://"],
      ["https://127.1/", "public address"],
      ["nonsense", "must be an address"],
    ] as const) {
      const refused = await run("webhook", "add", ...of, "--url", url);
      expect([refused.status, refused.data]).toEqual([1, null]);
      expect(refused.stderr).toContain(said);
    }
    expect((await run("webhook", "remove", ...of, "--id", added.id)).data).toEqual({
      id: added.id,
      removed: true,
    });
    expect((await run("webhook", "remove", ...of, "--id", added.id)).stderr).toContain("no such endpoint");
  });

  it("receives webhooks locally and distinguishes signed from unsigned ones", async () => {
    const secret = generateSecret();
    const child = spawn(
      process.execPath,
      ["dist/cli.mjs", "webhook", "listen", "--port", "0", "--secret", secret],
      {
        env: { PATH: process.env.PATH, NODE_ENV: "test", DATABASE_URL: databaseUrl },
      },
    );
    let [out, told] = ["", ""];
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      told += chunk;
    });
    await pollUntil(() => told.includes("http://localhost:"));
    const url = /http:\/\/localhost:\d+/.exec(told)?.[0] ?? "";
    const body = '{"event":"webhook.test"}';
    const headers = signedHeaders({ id: "one", at: new Date(), body }, [secret]);
    const statuses = [
      (await fetch(url, { method: "POST", headers, body })).status,
      (await fetch(url, { method: "POST", headers, body: "{}" })).status,
    ];
    expect(statuses).toEqual([204, 400]);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { id: "one", verified: true, event: { event: "webhook.test" } },
      { id: "one", verified: false, problem: "signature_wrong", event: {} },
      { received: 2 },
    ]);
  });
});
