import { describe, expect, it } from "vitest";
import {
  type AddressDraft,
  addDropoff,
  changeStop,
  emptyDraft,
  type OrderDraft,
  withConfirmedPin,
} from "@/lib/orders/form/draft";
import {
  confirmPin,
  confirmPinOnBlur,
  isPinOutdated,
  outdatedPins,
  toSharedPoint,
} from "@/lib/orders/form/draft-places";

const NEVSKY = { area: "Санкт-Петербург", street: "Невский проспект", building: "28" };
const POINT = { latitude: "59.9354", longitude: "30.3254" };
const at = (draft: OrderDraft, key: string, address: Partial<AddressDraft>) =>
  changeStop(draft, key, { address });
const opened = confirmPin(at(emptyDraft("a"), "pickup", { ...NEVSKY, ...POINT }), "pickup");

describe("the point of an address draft", () => {
  it.each<[string, Partial<AddressDraft>, boolean]>([
    ["the street changes", { street: "Лиговский проспект" }, true],
    ["the building changes", { building: "30" }, true],
    ["the city changes", { area: "Пушкин" }, true],
    ["the street is cleared while being replaced", { street: "" }, true],
    ["only letter case and spaces change", { street: " невский  проспект" }, false],
    ["the door details change", { apartment: "12", entrance: "2", instructions: "arch" }, false],
    ["only the point moves", { latitude: "59.9" }, false],
    ["both the address and the point change", { street: "Лиговский проспект", longitude: "30.36" }, false],
    ["the same coordinates are written differently", { street: "Литейный", latitude: "59,9354" }, true],
    ["the point is cleared, which is a separate problem", { street: "Литейный", latitude: "" }, false],
  ])("is correctly detected as outdated or not when %s", (_, change, isLeft) => {
    expect(isPinOutdated(at(opened, "pickup", change).pickup)).toBe(isLeft);
  });

  it("stays outdated until the user moves or keeps the point", () => {
    const changed = confirmPinOnBlur(at(opened, "pickup", { street: "Литейный" }), "pickup");
    expect(outdatedPins(changed)).toEqual([{ field: "pickup.address.latitude", code: "point_left" }]);
    expect(outdatedPins(confirmPin(changed, "pickup"))).toEqual([]);
    const moved = confirmPinOnBlur(at(changed, "pickup", { latitude: "59.94" }), "pickup");
    expect(outdatedPins(moved)).toEqual([]);
    // The confirmed address becomes the base of the next comparison.
    expect(outdatedPins(at(moved, "pickup", { building: "1" }))).toHaveLength(1);
  });

  it("confirms the point of a new stop once its address and point are filled in", () => {
    const half = confirmPinOnBlur(
      at(emptyDraft("a"), "dropoff-1", { ...POINT, street: "Невский" }),
      "dropoff-1",
    );
    expect(half.dropoffs[0]?.settled).toBeNull();
    const whole = confirmPinOnBlur(at(half, "dropoff-1", NEVSKY), "dropoff-1");
    expect(outdatedPins(whole)).toEqual([]);
    const two = at(addDropoff(whole), "dropoff-1", { street: "Литейный" });
    expect(outdatedPins(two)).toEqual([{ field: "dropoffs.0.address.latitude", code: "point_left" }]);
  });

  it("does not confirm an invalid point", () => {
    const { pickup } = at(emptyDraft("a"), "pickup", { ...NEVSKY, latitude: "north", longitude: "30" });
    expect(withConfirmedPin(pickup).settled).toBeNull();
  });
});

describe("a leg of zero length", () => {
  const draft = addDropoff(addDropoff(opened));
  it.each<[string, OrderDraft["routing_mode"], string[], (number | null)[]]>([
    ["no dropoff has a point", "sequential", ["", "", ""], [null, null, null]],
    ["a dropoff is at the pickup", "sequential", ["59.9354", "", ""], [0, null, null]],
    ["two that follow each other are at one point", "sequential", ["60", "61", "61"], [null, null, 2]],
    ["the courier comes back to the pickup", "sequential", ["60", "59.9354", "61"], [null, null, null]],
    [
      "each leg of a parallel order begins at the pickup",
      "parallel",
      ["60", "59.9354", "59.9354"],
      [null, 0, 0],
    ],
    [
      "two dropoffs are neighbors, each with its own courier's leg",
      "parallel",
      ["60", "61", "61"],
      [null, null, null],
    ],
  ])("is detected correctly when %s", (_, routing_mode, latitudes, from) => {
    const placed = latitudes.reduce(
      (before, latitude, index) =>
        at(before, `dropoff-${index + 1}`, { latitude, longitude: POINT.longitude }),
      { ...draft, routing_mode },
    );
    expect(latitudes.map((_, index) => toSharedPoint(placed, index))).toEqual(from);
  });
});
