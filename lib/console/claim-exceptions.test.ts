import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Mode } from "@/lib/account-scope";
import { createUser } from "@/lib/accounts/create-user";
import { claimExceptions, releaseExceptions } from "@/lib/console/claim-exceptions";
import { deleteClaims } from "@/lib/console/delete-claims";
import { CLAIM_MS, findHolders } from "@/lib/console/exception-claim";
import { getBoard } from "@/lib/console/get-board";
import { handleException, reopenException } from "@/lib/console/handle-exception";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

describe("an operator's claim of exceptions", () => {
  let local: LocalApi;
  let ana: Operator;
  let ben: Operator;

  beforeAll(async () => {
    local = await openLocalApi();
    [ana, ben] = [await hire("ana@dropline.example", "Ana"), await hire("ben@dropline.example", null)];
  });
  afterAll(() => local?.close());

  interface Operator {
    readonly id: string;
    readonly context: Context;
  }

  async function hire(email: string, name: string | null): Promise<Operator> {
    const { id } = await createUser(local.db, {
      accountId: null,
      email,
      password: "correct horse battery",
      roles: ["owner"],
    });
    await local.db.models.user.update({ where: { id }, data: { name } });
    return { id, context: { ...local.couriers.context, actor: { type: "operator", id } } };
  }

  async function place(mode: Mode = "live", count = 1): Promise<string[]> {
    const { api } = await local.newShop(mode);
    const codes: string[] = [];
    for (let index = 0; index < count; index++) codes.push((await api.create(orderBody())).data.order_code);
    return codes;
  }
  const KIND = "courier_not_found";
  const toInput = (codes: readonly string[], change: Record<string, string> = {}) => ({
    mode: "live",
    kind: KIND,
    subject: codes.join(","),
    ...change,
  });
  const claim = ({ context }: Operator, codes: readonly string[], change: Record<string, string> = {}) =>
    claimExceptions(context, toInput(codes, change));
  const read = async (codes: readonly string[], mode: Mode = "live") => {
    const { claims } = await getBoard(local.runtime, mode);
    return claims.filter(({ subject }) => codes.includes(subject)).map(({ subject, by }) => [subject, by]);
  };

  it("is shown to all operators with the name, else the email, until it ends or the operator ends it", async () => {
    const [first = "", second = ""] = await place("live", 2);
    expect(await claim(ana, [first, second])).toEqual([
      { subject: first, heldBy: null },
      { subject: second, heldBy: null },
    ]);
    expect(await read([first, second])).toEqual([first, second].sort().map((code) => [code, "Ana"]));
    await releaseExceptions(ben.context, toInput([first]));
    expect(await read([first])).toHaveLength(1);
    await releaseExceptions(ana.context, toInput([first, second]));
    expect(await read([first, second])).toEqual([]);
    await claim(ben, [first]);
    expect(await read([first])).toEqual([[first, "ben@dropline.example"]]);
    local.clock.advance(CLAIM_MS);
    expect(await read([first])).toEqual([]);
    expect(await claim(ana, [first])).toEqual([{ subject: first, heldBy: null }]);
  });

  it("is renewed by the same operator, and only an operator who names the holder takes it over", async () => {
    const codes = await place();
    await claim(ana, codes);
    local.clock.advance(CLAIM_MS - 1);
    await claim(ana, codes);
    local.clock.advance(1);
    const [code = ""] = codes;
    expect(await claim(ben, codes)).toEqual([{ subject: code, heldBy: "Ana" }]);
    expect(await claim(ben, codes, { from: ben.id })).toEqual([{ subject: code, heldBy: "Ana" }]);
    expect(await read(codes)).toEqual([[code, "Ana"]]);
    expect(await claim(ben, codes, { from: ana.id })).toEqual([{ subject: code, heldBy: null }]);
    expect(await claim(ana, codes)).toEqual([{ subject: code, heldBy: "ben@dropline.example" }]);
  });

  it("has one winner among operators who claim at once, and names the winner to the others", async () => {
    for (let round = 0; round < 5; round++) {
      const codes = await place("live", 3);
      const [one, other] = await Promise.all([claim(ana, codes), claim(ben, codes.toReversed())]);
      const won = [one, other].filter((outcomes) => outcomes.every(({ heldBy }) => heldBy === null));
      expect(won).toHaveLength(1);
      const isAnas = won[0] === one;
      const lost = isAnas ? other : one;
      const winner = isAnas ? "Ana" : "ben@dropline.example";
      expect(lost.map(({ heldBy }) => heldBy)).toEqual([winner, winner, winner]);
      expect((await read(codes)).map(([, by]) => by)).toEqual([winner, winner, winner]);
    }
  });

  it("leaves the claims of another mode and of another kind alone", async () => {
    const [live, test] = [await place("live"), await place("test")];
    await expect(claim(ana, live, { mode: "test" })).rejects.toThrow("ORDER_NOT_FOUND");
    await expect(claim(ana, [...live, ...test])).rejects.toThrow("ORDER_NOT_FOUND");
    await claim(ana, test, { mode: "test" });
    expect(await read(test)).toEqual([]);
    expect(await read(test, "test")).toHaveLength(1);
    await claim(ana, live);
    expect(await claim(ben, live, { kind: "late" })).toMatchObject([{ heldBy: null }]);
    await releaseExceptions(ana.context, toInput(live, { kind: "late" }));
    expect(await read(live)).toHaveLength(2);
  });

  it("is void once its operator is disabled", async () => {
    const codes = await place();
    const carl = await hire("carl@dropline.example", "Carl");
    await claim(carl, codes);
    expect(await claim(ben, codes)).toMatchObject([{ heldBy: "Carl" }]);
    await local.db.models.user.update({
      where: { id: carl.id },
      data: { disabledAt: local.clock.now() },
    });
    expect(await read(codes)).toEqual([]);
    expect(await claim(ben, codes)).toMatchObject([{ heldBy: null }]);
  });

  it("ends when an operator has handled the exceptions, which many can be at once and return at once", async () => {
    const codes = await place("live", 3);
    const [first = "", ...others] = codes;
    await claim(ana, codes);
    await handleException(ben.context, toInput(others, { handling: "noted" }));
    expect(await read(codes)).toEqual([[first, "Ana"]]);
    const readQuiet = async () =>
      (await getBoard(local.runtime, "live")).quiet.filter(({ subject }) => codes.includes(subject)).length;
    expect(await readQuiet()).toBe(2);
    const unknown = toInput([first, "AAAA-AAAA"], { handling: "noted" });
    await expect(handleException(ben.context, unknown)).rejects.toThrow("ORDER_NOT_FOUND");
    expect([await readQuiet(), await read(codes)]).toEqual([2, [[first, "Ana"]]]);
    await reopenException(ben.context, toInput(others));
    expect(await readQuiet()).toBe(0);
  });

  it("is refused for input that is no exception, and for more than 200 at once", async () => {
    const [code = ""] = await place();
    for (const wrong of [{ kind: "weather" }, { subject: "" }, { mode: "both" }, { from: "Ana" }]) {
      await expect(claim(ana, [code], wrong)).rejects.toThrow(DomainError);
    }
    const many = Array.from({ length: 201 }, (_, index) => `CODE-${1_000 + index}`);
    await expect(claim(ana, many)).rejects.toThrow("INVALID_PAYLOAD");
    await expect(claimExceptions(local.couriers.context, toInput([code]))).rejects.toThrow("INVALID_PAYLOAD");
  });

  it("is deleted after its end", async () => {
    const codes = await place();
    await claim(ana, codes);
    const count = () => local.db.models.exceptionClaim.count({ where: { subject: { in: codes } } });
    const clean = () => deleteClaims(local.db, local.clock.now(), () => false);
    await clean();
    expect(await count()).toBe(1);
    local.clock.advance(CLAIM_MS + 1);
    expect(await clean()).toBe(true);
    expect(await count()).toBe(0);
  });
});

it("counts the exceptions of a group by their operators, and leaves out claims that have ended", () => {
  const at = (minute: number) => new Date(Date.parse("2026-11-21T12:00:00Z") + minute * 60_000).toISOString();
  const now = Date.parse(at(0));
  const group = ["a", "b", "c", "d"].map((subject) => ({ kind: "late" as const, subject }));
  const claim = (subject: string, by: string, minute: number, kind: "late" | "at_door" = "late") => {
    return { kind, subject, byId: by.toLowerCase(), by, until: at(minute) };
  };
  const claims = [
    claim("a", "Ben", 5),
    claim("b", "Ana", 9),
    claim("c", "Ana", 7),
    claim("d", "Ana", 0),
    claim("d", "Ana", 9, "at_door"),
    claim("e", "Ana", 9),
  ];
  expect(findHolders(group, claims, now)).toEqual([
    { byId: "ana", by: "Ana", count: 2, until: at(7) },
    { byId: "ben", by: "Ben", count: 1, until: at(5) },
  ]);
});
