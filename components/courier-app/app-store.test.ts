import { beforeEach, describe, expect, it, vi } from "vitest";
import type { QueuedAction } from "@/lib/courier-app/app-state";
import type { QueuedFix } from "@/lib/courier-app/fix-queue";
import type { ProofFile } from "@/lib/courier-app/proof-file";
import { FakeIndexedDb, indexedDbGlobals } from "@/testing/fake-indexed-db";

let phone: FakeIndexedDb;
let store: typeof import("@/components/courier-app/app-store");

/** Opens the app on the same phone, as after a restart. */
async function restart(): Promise<void> {
  vi.resetModules();
  store = await import("@/components/courier-app/app-store");
}

beforeEach(async () => {
  phone = new FakeIndexedDb();
  for (const [name, value] of Object.entries(indexedDbGlobals(phone))) vi.stubGlobal(name, value);
  await restart();
  return () => vi.unstubAllGlobals();
});

const tap = (id: string): QueuedAction => ({
  id,
  at: "2026-11-21T10:00:00.000Z",
  action: { type: "shift", isOn: true },
});
const fix = (second: number): QueuedFix => ({
  latitude: 47,
  longitude: 28.8,
  heading: null,
  accuracyMeters: 10,
  at: `2026-11-21T10:00:0${second}.000Z`,
});
const photo: ProofFile = {
  id: "photo",
  orderId: "7",
  position: 1,
  attempt: 0,
  kind: "photo",
  at: "2026-11-21T10:00:00.000Z",
  signerName: null,
  state: "draft",
};
const picture = { blob: new Blob(["x"]), isSmall: false };
const tapIds = async () => (await store.listTaps()).map(({ id }) => id);
const files = async () => (await store.listFiles()).map(({ id, state }) => [id, state]);

describe("a phone without space", () => {
  it("keeps taps in memory, in their order, until they are acknowledged", async () => {
    await store.addTap(tap("1"));
    phone.isFull = true;
    await store.addTap(tap("2"));
    await store.addTap(tap("3"));
    expect(await tapIds()).toEqual(["1", "2", "3"]);
    await store.deleteTap("2");
    expect(await tapIds()).toEqual(["1", "3"]);
  });

  it("stores the taps in memory before the next one once there is space", async () => {
    phone.isFull = true;
    await store.addTap(tap("1"));
    phone.isFull = false;
    await store.addTap(tap("2"));
    await restart();
    expect(await tapIds()).toEqual(["1", "2"]);
  });

  it("keeps a photo in memory through its release until it is uploaded", async () => {
    phone.isFull = true;
    await store.addFile(photo, picture);
    await store.releaseFiles(["photo"]);
    expect([await files(), await store.findPicture("photo")]).toEqual([[["photo", "waiting"]], picture]);
    await store.markSent("photo");
    expect([await files(), await store.findPicture("photo")]).toEqual([[["photo", "sent"]], null]);
  });

  it("releases a photo whose write is still failing", async () => {
    phone.isFull = true;
    await Promise.all([store.addFile(photo, picture), store.releaseFiles(["photo"])]);
    expect(await files()).toEqual([["photo", "waiting"]]);
  });

  it("stores a photo with its state once its smaller picture fits", async () => {
    phone.isFull = true;
    await store.addFile(photo, picture);
    await store.releaseFiles(["photo"]);
    phone.isFull = false;
    const small = { ...picture, isSmall: true };
    await store.putPicture("photo", small);
    await restart();
    expect([await files(), await store.findPicture("photo")]).toEqual([[["photo", "waiting"]], small]);
  });

  it("keeps the change of a stored photo", async () => {
    await store.addFile(photo, picture);
    phone.isFull = true;
    await store.releaseFiles(["photo"]);
    expect([await files(), await store.findPicture("photo")]).toEqual([[["photo", "waiting"]], picture]);
    await store.deleteFile("photo");
    expect([await files(), await store.findPicture("photo")]).toEqual([[], null]);
  });

  it("keeps positions in memory until they are sent", async () => {
    await store.addFix(fix(1));
    phone.isFull = true;
    await store.addFix(fix(2));
    const batch = await store.listFixes();
    expect(batch.fixes).toEqual([fix(1), fix(2)]);
    await store.addFix(fix(3));
    await store.deleteFixes(batch);
    expect((await store.listFixes()).fixes).toEqual([fix(3)]);
  });
});

it("never lists what it could not delete", async () => {
  await store.addTap(tap("1"));
  await store.addFix(fix(1));
  await store.addFile(photo, picture);
  phone.isReadOnly = true;
  await store.deleteTap("1");
  await store.deleteFixes(await store.listFixes());
  await store.deleteFile("photo");
  await store.addFix(fix(2));
  expect([await tapIds(), (await store.listFixes()).fixes, await files()]).toEqual([[], [fix(2)], []]);
});

it("keeps everything in memory where the browser has no storage", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("Storage is disabled", "SecurityError");
    },
  });
  await store.addTap(tap("1"));
  await store.addFix(fix(1));
  await store.addFile(photo, picture);
  await store.saveState(null);
  expect([
    await tapIds(),
    (await store.listFixes()).fixes,
    await files(),
    await store.findSavedState(),
  ]).toEqual([["1"], [fix(1)], [["photo", "draft"]], null]);
});

it("writes each tap once when several are added at the same time", async () => {
  await Promise.all(["1", "2", "3"].map((id) => store.addTap(tap(id))));
  await restart();
  expect(await tapIds()).toEqual(["1", "2", "3"]);
});
