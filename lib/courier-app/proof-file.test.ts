import { describe, expect, it } from "vitest";
import {
  buildReport,
  filesForStep,
  findMissingProof,
  type ProofFile,
  proofAddress,
  toProofStep,
  uploadSize,
} from "@/lib/courier-app/proof-file";
import type { CourierTask, CourierTaskStop } from "@/lib/orders/fulfillment/courier-task";

const order = { orderId: "7" } as CourierTask;
const photo: ProofFile = {
  id: "11111111-1111-4111-8111-111111111111",
  orderId: "7",
  position: 2,
  attempt: 0,
  kind: "photo",
  at: "2026-11-21T10:00:00.000Z",
  signerName: null,
  state: "draft",
};
const signature: ProofFile = { ...photo, id: "2", kind: "signature", signerName: "Мария" };
const stop = (proof: Partial<CourierTaskStop["proof"]>, change: Partial<CourierTaskStop> = {}) =>
  ({
    proof: { photo: false, code: false, signature: false, ...proof },
    codeTriesLeft: 5,
    isCodeOverridden: false,
    ...change,
  }) as CourierTaskStop;

describe("a proof step", () => {
  it("is a pickup or handover, separate for each attempt at a dropoff", () => {
    expect(toProofStep(order, { type: "pick_up" })).toEqual({ orderId: "7", position: 0, attempt: 0 });
    expect(toProofStep(order, { type: "hand_over", dropoff: 1 })).toEqual({
      orderId: "7",
      position: 2,
      attempt: 0,
    });
    expect(toProofStep(order, { type: "hand_over", dropoff: 1, attempt: 1 })?.attempt).toBe(1);
    expect(toProofStep(order, { type: "arrive", dropoff: 1 })).toBeNull();
    expect(toProofStep(order, null)).toBeNull();
  });

  it("contains only its own files", () => {
    const place = { orderId: "7", position: 2, attempt: 0 };
    const others = [
      { ...photo, orderId: "8" },
      { ...photo, position: 1 },
      { ...photo, attempt: 1 },
    ];
    expect(filesForStep([photo, ...others], place)).toEqual([photo]);
  });
});

describe("the missing proof of a stop", () => {
  const all = { photo: true, code: true, signature: true };

  it.each([
    ["is nothing when no proof is required", stop({}), "", [], null],
    ["is the code first", stop(all), "12345", [photo, signature], "code"],
    ["is the signature after the code", stop(all), "123456", [photo], "signature"],
    ["is the photo when only it is missing", stop(all), "123456", [signature], "photo"],
    ["is nothing when all proof is present", stop(all), "123456", [photo, signature], null],
    [
      "is the dispatcher's help when no code attempts are left",
      stop(all, { codeTriesLeft: 0 }),
      "123456",
      [],
      "dispatcher",
    ],
    [
      "does not include a code that an operator has overridden",
      stop({ code: true }, { codeTriesLeft: 0, isCodeOverridden: true }),
      "",
      [],
      null,
    ],
  ] as const)("%s", (_, at, code, files, missing) => {
    expect(findMissingProof(at, code, files)).toBe(missing);
  });
});

describe("a report", () => {
  it("includes the required proof and all files", () => {
    expect(buildReport(stop({ code: true, signature: true }), "012345", [photo, signature])).toEqual({
      code: "012345",
      signerName: "Мария",
      files: [photo.id, signature.id],
    });
  });

  it("is empty without required proof or files, and omits an overridden code", () => {
    expect(buildReport(stop({}), "", [])).toEqual({});
    expect(buildReport(stop({ code: true }, { isCodeOverridden: true }), "012345", [])).toEqual({});
  });
});

describe("a photo to upload", () => {
  it("has its order, stop and time in the upload URL", () => {
    const address = new URL(proofAddress(photo), "https://drop.example");
    expect([address.pathname, Object.fromEntries(address.searchParams)]).toEqual([
      "/courier/proofs",
      { id: photo.id, order: "7", position: "2", kind: "photo", at: photo.at },
    ]);
  });

  it("is scaled down to 1600 px, never up", () => {
    expect(uploadSize({ width: 4000, height: 3000 })).toEqual({ width: 1600, height: 1200 });
    expect(uploadSize({ width: 3000, height: 4000 })).toEqual({ width: 1200, height: 1600 });
    expect(uploadSize({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 });
    expect(uploadSize({ width: 9000, height: 1 })).toEqual({ width: 1600, height: 1 });
  });
});
