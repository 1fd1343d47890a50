import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orderBody } from "@/e2e/harness/api-client";
import { type LocalApi, openLocalApi } from "@/e2e/harness/local-api";
import { makePerson } from "@/e2e/harness/sign-in";

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
});
