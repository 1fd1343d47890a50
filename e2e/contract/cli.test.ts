import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateSecret } from "@/lib/webhooks/secret";
import { signedHeaders } from "@/lib/webhooks/signature";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { makePerson } from "@/testing/sign-in";
import { until } from "@/testing/until";
import { SECRET_TEXT } from "@/testing/webhook-side";

describe("the command line", () => {
  let local: LocalApi;
  let databaseUrl: string;

  beforeAll(async () => {
    local = await openLocalApi();
    databaseUrl = local.databaseUrl;
  });

  afterAll(() => local?.close());

  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/cli.mjs", ...words], {
      env: {
        NODE_ENV: "test",
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        PUBLIC_URL: "https://drop.example",
        WEBHOOK_SECRET_KEY: SECRET_TEXT,
      },
      encoding: "utf8",
    });
    return { status, stderr, data: stdout === "" ? null : JSON.parse(stdout) };
  };
  const create = () =>
    run("courier", "create", "--name", "Анна Петрова", "--phone", "+79115550007", "--transport", "bike").data;

  it("takes a courier on, with a link and a tracker's token, and replaces both", async () => {
    const courier = create();
    expect(courier).toMatchObject({
      name: "Анна Петрова",
      transport: "bike",
      mode: "live",
      simulated: false,
    });
    expect(courier.link).toMatch(/^https:\/\/drop\.example\/courier\/enter\/[A-Za-z0-9_-]{22}$/);
    expect([courier.tracker_url, courier.device_token.length]).toEqual(["https://drop.example/gps", 22]);
    const again = run("courier", "link", "--id", courier.id).data;
    expect(again.link).not.toBe(courier.link);
    expect(again.device_token).not.toBe(courier.device_token);
    const stored = JSON.stringify(await local.db.courier.findUniqueOrThrow({ where: { id: courier.id } }));
    expect(stored).not.toContain(again.device_token);
  });

  it("lists couriers, disables and enables them", () => {
    const { id } = create();
    expect(run("courier", "disable", "--id", id).data.disabled_at).not.toBeNull();
    expect(run("courier", "enable", "--id", id).data.disabled_at).toBeNull();
    expect(run("courier", "list").data.couriers.map((one: { id: string }) => one.id)).toContain(id);
    expect(run("courier", "list", "--mode", "test").data.couriers).toEqual([]);
  });

  it("makes people and lists them, without what they sign in with", async () => {
    const { shop } = await local.newShop();
    const email = "made.person@example.com";
    const person = ["--account", shop.accountId, "--email", email, "--role", "staff"];
    expect(run("user", "create", ...person, "--password", "too short")).toMatchObject({
      status: 1,
      data: null,
    });
    const made = run("user", "create", ...person, "--password", "long enough").data;
    expect(made).toMatchObject({ email, role: "staff", disabled_at: null });
    expect(run("user", "list", "--account", shop.accountId).data).toEqual({ users: [made] });
  });

  it("prints a link to a new password, which lies nowhere, and none for whom it has disabled", async () => {
    const { shop } = await local.newShop();
    const { email } = await makePerson(local.db, shop.accountId, "owner");
    const reset = run("user", "reset-link", email).data;
    expect(reset.link).toMatch(/^https:\/\/drop\.example\/reset\/[A-Za-z0-9_-]{43}$/);
    const stored = JSON.stringify(await local.db.personToken.findMany());
    expect(stored).not.toContain(reset.link.split("/").at(-1));
    expect(run("user", "disable", email).data.disabled_at).not.toBeNull();
    expect(run("user", "reset-link", email)).toMatchObject({ status: 1, stderr: "There is no such user.\n" });
    expect(run("user", "enable", email).data.disabled_at).toBeNull();
  });

  it("says in one line what is missing after a command's name, and what is too much", () => {
    expect(run("user", "disable").stderr).toMatch(/^--email is required\. Usage: user disable EMAIL\n$/);
    expect(run("user", "disable", "a@example.com", "more")).toMatchObject({ status: 1, data: null });
  });

  it("understands every line of the documents", async () => {
    const documents = ["README.md", "docs/cli.md"].map((name) => readFileSync(name, "utf8")).join("\n");
    const lines = documents.matchAll(/npm run -s cli -- ([^#`\n]+)/g);
    const calls = [...lines].map(([, call = ""]) =>
      call
        .replace(/\bID\b/g, randomUUID())
        .replace("EMAIL", "owner@example.com")
        .replace("--password …", "--password of-ten-characters")
        .trim(),
    );
    expect(calls.length).toBeGreaterThan(20);
    const said = await Promise.all(
      calls.map(async (call) => {
        const words = [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
        if (words.length === 2 && words[1] === "create") return [call, "as it stands in a sentence"];
        // It reads the call before it looks for the database, of which there is none.
        const child = spawn(process.execPath, ["dist/cli.mjs", ...words], {
          env: { NODE_ENV: "test", PATH: process.env.PATH, DATABASE_URL: "" },
        });
        const [text] = await Promise.all([child.stderr.toArray(), once(child, "exit")]);
        return [call, String(text)];
      }),
    );
    const misread = said.filter(([, text = ""]) => !/^(DATABASE_URL is not set|as it stands)/.test(text));
    expect(misread).toEqual([]);
    // A process for each of two dozen lines.
  }, 120_000);

  it("assigns an order, and says in one line why not", async () => {
    const { shop, api } = await local.newShop();
    const body = orderBody();
    await api.create(body);
    const courier = create();
    const words = ["order", "assign", "--account", shop.accountId, "--courier", courier.id, "--order"];
    expect(run(...words, body.external_order_id).data).toMatchObject({
      status: "assigned",
      driver: { name: "Анна Петрова" },
    });
    const missing = run(...words, "no-such-order");
    expect([missing.status, missing.data]).toEqual([1, null]);
    expect(missing.stderr).toBe("There is no order for this external_order_id.\n");
  });

  it("lists everything that is wrong with a call at once", () => {
    const { status, stderr, data } = run("courier", "create", "--phone", "8-911", "--transport", "horse");
    expect([status, data]).toEqual([1, null]);
    for (const piece of ["--name is required", "--phone must be a number such as", "--transport"]) {
      expect(stderr).toContain(piece);
    }
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("registers, lists and removes endpoints of webhooks, and says what is wrong with an address (HOOK-1)", async () => {
    const { shop } = await local.newShop();
    const of = ["--account", shop.accountId];
    const added = run(
      "webhook",
      "add",
      ...of,
      "--url",
      "https://8.8.8.8/hook",
      "--events",
      "order.cancelled",
    ).data;
    expect(added).toMatchObject({ url: "https://8.8.8.8/hook", events: ["order.cancelled"], mode: "live" });
    expect(added.secret).toMatch(/^whsec_/);
    const { endpoints } = run("webhook", "list", ...of).data;
    expect(endpoints).toMatchObject([{ id: added.id, attempts_24h: 0 }]);
    expect(JSON.stringify(endpoints)).not.toContain("whsec_");
    expect(run("webhook", "list", ...of, "--mode", "test").data.endpoints).toEqual([]);
    for (const [url, said] of [
      ["http://8.8.8.8/", "https://"],
      ["https://127.1/", "public address"],
      ["nonsense", "must be an address"],
    ] as const) {
      const refused = run("webhook", "add", ...of, "--url", url);
      expect([refused.status, refused.data]).toEqual([1, null]);
      expect(refused.stderr).toContain(said);
    }
    expect(run("webhook", "remove", ...of, "--id", added.id).data).toEqual({ id: added.id, removed: true });
    expect(run("webhook", "remove", ...of, "--id", added.id).stderr).toContain("no such endpoint");
  });

  it("receives webhooks on this machine and tells those that are signed from those that are not", async () => {
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
    await until(() => told.includes("http://localhost:"));
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
