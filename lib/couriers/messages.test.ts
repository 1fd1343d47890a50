import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { getAppState } from "@/lib/courier-app/get-app-state";
import { findLinkedCourier } from "@/lib/couriers/check-courier";
import { createCourier } from "@/lib/couriers/create-courier";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import {
  countReplies,
  listMessages,
  listUnread,
  markRepliesRead,
  readMessages,
} from "@/lib/couriers/list-messages";
import { sendMessage } from "@/lib/couriers/send-message";
import { sendReply } from "@/lib/couriers/send-reply";
import { setShift } from "@/lib/couriers/set-shift";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

describe("messages to couriers", () => {
  let local: LocalApi;
  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  const readTexts = async (courierId: string) =>
    (await listMessages(local.db, courierId)).map(({ text, readAt }) => [text, readAt !== null]);
  const send = (courierIds: readonly string[] | "on_shift", text: string) =>
    sendMessage(local.couriers.context, { courierIds, mode: "live", text });

  it("reach the given couriers or all on shift, each with one notification", async () => {
    const { couriers, db } = local;
    const [anna, boris] = [await couriers.makeCourier(), await couriers.makeCourier()];
    await setShift(couriers.context, boris, true);
    const robot = await createCourier(db, {
      name: "Robot",
      phone: "+79115550003",
      transport: { type: "car" },
      isSimulated: true,
      mode: "live",
    });
    await setShift(couriers.context, robot.id, true);
    expect(await send([anna], "  The gate is closed. ")).toBe(1);
    expect(await send("on_shift", "Rain from six.")).toBe(1);
    expect(await readTexts(anna)).toEqual([["The gate is closed.", false]]);
    expect(await readTexts(boris)).toEqual([["Rain from six.", false]]);
    expect(await readTexts(robot.id)).toEqual([]);
    const jobs = await db.models.job.findMany({ where: { kind: "push_courier" } });
    expect(jobs.map(({ key }) => key).sort()).toEqual([`message ${anna}`, `message ${boris}`].sort());
  });

  it("are marked read only by their own courier, up to the given message", async () => {
    const { couriers, clock } = local;
    const [anna, boris] = [await couriers.makeCourier(), await couriers.makeCourier()];
    await send([anna, boris], "First");
    await send([anna], "Second");
    const [second, first] = await listMessages(local.db, anna);
    if (first === undefined || second === undefined) throw new Error("Both were sent.");
    await readMessages(couriers.context, boris, second.id);
    expect(await readTexts(anna)).toEqual([
      ["Second", false],
      ["First", false],
    ]);
    expect(await readTexts(boris)).toEqual([["First", true]]);
    await readMessages(couriers.context, anna, first.id);
    const [, read] = await listMessages(local.db, anna);
    clock.advance(60_000);
    await readMessages(couriers.context, anna, first.id);
    expect(await readTexts(anna)).toEqual([
      ["Second", false],
      ["First", true],
    ]);
    expect((await listMessages(local.db, anna))[1]).toEqual(read);
  });

  it("are shown in the app until read, oldest first", async () => {
    const { couriers, db, clock } = local;
    const courierId = await couriers.makeCourier();
    const { link } = await issueCourierLink(db, courierId, "http://localhost:3000");
    const secret = link.slice(link.lastIndexOf("/") + 1);
    const context = {
      db,
      clock,
      publicUrl: "http://localhost:3000",
      dispatch: DEFAULT_DISPATCH,
      dispatcherPhone: null,
      pushKey: null,
    };
    const shown = async () => {
      const courier = await findLinkedCourier(db, secret);
      if (courier === null) throw new Error("The link is theirs.");
      return (await getAppState(context, courier, secret)).messages ?? [];
    };
    await send([courierId], "First");
    await send([courierId], "Second");
    const messages = await shown();
    expect(messages.map(({ text }) => text)).toEqual(["First", "Second"]);
    expect(messages[0]?.sentAt).toBe(clock.now().toISOString());
    await readMessages(couriers.context, courierId, BigInt(messages[0]?.id ?? 0));
    expect((await shown()).map(({ text }) => text)).toEqual(["Second"]);
  });

  it("are answered by the courier once per tap, up to 30 an hour, and stay unread until operators see them", async () => {
    const { couriers, db, clock } = local;
    const [anna, boris] = [await couriers.makeCourier(), await couriers.makeCourier()];
    await send([anna], "Where are you?");
    const at = clock.now();
    const reply = (text: string, time = at) => sendReply(couriers.context, anna, { text, at: time });
    await Promise.all([reply("At the gate."), reply("At the gate.")]);
    const since = new Date(at.getTime() - 60_000);
    const unread = async () => (await countReplies(db, "live", since)).get(anna);
    expect(await unread()).toBe(1);
    expect((await listUnread(db, anna)).map(({ text }) => text)).toEqual(["Where are you?"]);
    const [last] = await listMessages(db, anna);
    await readMessages(couriers.context, anna, last?.id ?? 0n);
    await markRepliesRead(couriers.context, boris);
    expect(await unread()).toBe(1);
    await markRepliesRead(couriers.context, anna);
    expect(await unread()).toBeUndefined();
    const own = { courierId: anna, isFromCourier: true, text: "x" };
    const sentAt = (index: number) => new Date(at.getTime() - index * 1000);
    await db.models.courierMessage.createMany({
      data: Array.from({ length: 29 }, (_, index) => ({ ...own, sentAt: sentAt(index + 1) })),
    });
    clock.advance(1);
    await expect(reply("One more", clock.now())).rejects.toMatchObject({ code: "STEP_NOT_POSSIBLE" });
  });

  it.each([
    ["an empty text", "  "],
    ["a text that is too long", "x".repeat(1001)],
  ])("are rejected with %s", async (_, text) => {
    const courierId = await local.couriers.makeCourier();
    await expect(send([courierId], text)).rejects.toMatchObject({ code: "INVALID_PAYLOAD" });
    expect(await readTexts(courierId)).toEqual([]);
  });

  it("reach no courier when one of them does not exist or is of the other mode", async () => {
    const courierId = await local.couriers.makeCourier();
    const tester = await local.couriers.makeCourier({ type: "car" }, "test");
    await expect(send([courierId, tester], "Hello")).rejects.toMatchObject({ code: "COURIER_NOT_FOUND" });
    expect(await readTexts(courierId)).toEqual([]);
  });
});
