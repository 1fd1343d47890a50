import { describe, expect, it } from "vitest";
import { AvailableCouriers, type DispatchRequest, type FreeCourier } from "@/lib/dispatch/available-couriers";
import { destinationPoint } from "@/lib/routing/path";

const pickup = { latitude: 59.93, longitude: 30.33 };

const seeker = (change: Partial<DispatchRequest> = {}): DispatchRequest => ({
  id: 1n,
  mode: "live",
  dispatchAt: new Date(0),
  isVain: false,
  isHeld: false,
  pickup,
  cargoSizes: ["S"],
  refusedBy: [],
  scenario: null,
  speed: null,
  ...change,
});

const courier = (courierId: string, meters: number, change: Partial<FreeCourier> = {}): FreeCourier => ({
  courierId,
  transport: "car",
  ...destinationPoint(pickup, 90, meters),
  ...change,
});

const getIds = (free: AvailableCouriers, order: DispatchRequest) =>
  free.nearestTo(order).map(({ courierId }) => courierId);

describe("the available couriers for an order", () => {
  it("are listed nearest first and can each be taken once", () => {
    const [near, far] = [courier("near", 300), courier("far", 900)];
    const free = new AvailableCouriers([far, near]);
    expect(getIds(free, seeker())).toEqual(["near", "far"]);
    expect([free.take(near), free.take(near)]).toEqual([true, false]);
    expect(getIds(free, seeker())).toEqual(["far"]);
    expect([free.areAnyLeft, free.take(far), free.areAnyLeft]).toEqual([true, true, false]);
  });

  it("can carry the whole cargo and have not refused the order", () => {
    const couriers = [
      courier("foot", 100, { transport: "foot" }),
      courier("refused", 200),
      courier("car", 300),
      courier("van", 400, { transport: "van" }),
    ];
    const refusedBy = ["refused"];
    const free = new AvailableCouriers(couriers);
    expect(getIds(free, seeker({ refusedBy }))).toEqual(["foot", "car", "van"]);
    expect(getIds(free, seeker({ refusedBy, cargoSizes: ["L"] }))).toEqual(["car", "van"]);
    expect(getIds(free, seeker({ refusedBy, cargoSizes: ["L", "L", "L", "L"] }))).toEqual(["van"]);
  });

  it("are at most six, within 3 km of the nearest and at most 25 km away", () => {
    const many = Array.from({ length: 9 }, (_, index) => courier(`m${index}`, 100 + index));
    expect(getIds(new AvailableCouriers(many), seeker())).toEqual(["m0", "m1", "m2", "m3", "m4", "m5"]);
    const spread = [courier("a", 1_000), courier("b", 3_900), courier("c", 4_100)];
    expect(getIds(new AvailableCouriers(spread), seeker())).toEqual(["a", "b"]);
    const far = [courier("inside", 24_900), courier("outside", 25_100)];
    expect(getIds(new AvailableCouriers(far), seeker())).toEqual(["inside"]);
  });

  it("are found across the antimeridian", () => {
    const fiji = { latitude: -17, longitude: 179.99 };
    const across = courier("across", 0, { latitude: -17, longitude: -179.99 });
    expect(getIds(new AvailableCouriers([across]), seeker({ pickup: fiji }))).toEqual(["across"]);
  });

  it.each([
    ["no courier", [], false],
    ["a courier who may have a competitor beyond the search radius", [3_000], false],
    ["a courier who has no competitor beyond the search radius", [2_000], true],
    ["six couriers within the radius", [3_000, 3_010, 3_020, 3_030, 3_040, 3_050], true],
  ])("around a point are checked to be enough when there is %s: %j", (_, meters, isEnough) => {
    const free = new AvailableCouriers(meters.map((each, index) => courier(`c${index}`, each)));
    expect(free.isEnoughFor(seeker(), 5_300)).toBe(isEnough);
  });
});
