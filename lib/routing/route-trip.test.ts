import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { estimateTrip } from "@/lib/routing/estimate";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";
import { encodePolyline } from "@/lib/routing/polyline";
import { createRouter, type FallbackReason, type Router } from "@/lib/routing/route-trip";
import type { Leg, Trip } from "@/lib/routing/trip";
import {
  answerChanged,
  answerText,
  answerWell,
  type Behaviour,
  drip,
  type FakeOsrm,
  flood,
  type goodAnswer,
  middleOf,
  neverAnswer,
  resetHalfWay,
  startFakeOsrm,
} from "@/testing/fake-osrm";

const PICKUP: Point = { latitude: 59.9343, longitude: 30.3351 };
const FIRST: Point = { latitude: 59.9398, longitude: 30.3146 };
const SECOND: Point = { latitude: 59.9512, longitude: 30.3 };
const THIRD: Point = { latitude: 59.9, longitude: 30.4 };

const sequential: Trip = { pickup: PICKUP, dropoffs: [FIRST, SECOND, THIRD], routingMode: "sequential" };
const parallel: Trip = { ...sequential, routingMode: "parallel" };

// Long enough for answers on a busy machine; tests that wait for its end use a shorter one.
const BUDGET_MS = 3_000;
const SHORT_BUDGET_MS = 100;

let osrm: FakeOsrm;
let reasons: FallbackReason[];

beforeEach(async () => {
  osrm = await startFakeOsrm();
  reasons = [];
});

afterEach(() => osrm.close());

function routerWith(options: { budgetMs?: number; now?: () => number } = {}) {
  const onFallback = (reason: FallbackReason) => reasons.push(reason);
  return createRouter({ osrmUrl: osrm.url, budgetMs: BUDGET_MS, onFallback, ...options });
}

async function legsOf(router: Router, trip: Trip): Promise<readonly Leg[]> {
  return (await router.routeTrip(trip)).legs;
}

/** The leg that the fake's map has between two places. */
function mapped(from: Point, to: Point): Leg {
  const distance = 2 * greatCircleMeters(from, to);
  return {
    distanceMeters: Math.round(distance),
    durationSeconds: Math.round(distance / 10),
    geometry: encodePolyline([from, middleOf(from, to), to]),
  };
}

describe("a healthy server", () => {
  test("routes a sequential trip with one request and one leg per dropoff, chained", async () => {
    const legs = await legsOf(routerWith(), sequential);

    expect(legs).toEqual([mapped(PICKUP, FIRST), mapped(FIRST, SECOND), mapped(SECOND, THIRD)]);
    expect(osrm.requests).toEqual([
      "/route/v1/driving/30.335100,59.934300;30.314600,59.939800;30.300000,59.951200;30.400000,59.900000" +
        "?overview=false&steps=true&geometries=polyline",
    ]);
    expect(reasons).toEqual([]);
  });

  test("routes a parallel trip with one request per dropoff, each from the pickup", async () => {
    const legs = await legsOf(routerWith(), parallel);

    expect(legs).toEqual([mapped(PICKUP, FIRST), mapped(PICKUP, SECOND), mapped(PICKUP, THIRD)]);
    expect(osrm.requests).toHaveLength(3);
    expect(reasons).toEqual([]);
  });

  test("is asked for the dropoffs of a parallel trip all at once", async () => {
    const waiting: (() => void)[] = [];
    osrm.behave((response, points) => {
      waiting.push(() => answerWell(response, points));
      if (waiting.length === 3) for (const answer of waiting) answer();
    });

    expect(await legsOf(routerWith(), parallel)).toHaveLength(3);
    expect(reasons).toEqual([]);
  });

  test("is asked about places next to zero in plain decimals", async () => {
    const dropoff = { latitude: 1e-7, longitude: -0.00001 };
    await legsOf(routerWith(), {
      pickup: { latitude: 0, longitude: 0 },
      dropoffs: [dropoff],
      routingMode: "sequential",
    });

    expect(osrm.requests[0]).toMatch(/driving\/0\.000000,0\.000000;-0\.000010,0\.000000\?/);
  });

  test("may answer with a point slightly off the requested one", async () => {
    osrm.behave(answerChanged((answer) => moveWaypoint(answer, 0.004)));

    await legsOf(routerWith(), sequential);

    expect(reasons).toEqual([]);
  });
});

/** Moves the second place of a response north and east, by degrees; 0.004 north are 440 m and 0.005 are 560 m. */
function moveWaypoint(answer: ReturnType<typeof goodAnswer>, north: number, east = 0) {
  const waypoints = answer.waypoints.map((waypoint, index) => {
    const [longitude = 0, latitude = 0] = waypoint.location;
    return index === 1 ? { ...waypoint, location: [longitude + east, latitude + north] } : waypoint;
  });
  return { ...answer, waypoints };
}

/** Changes the first leg of an answer. */
function withLeg(change: object): Behaviour {
  return answerChanged((answer) => {
    const legs = answer.routes[0]?.legs.map((leg, index) => (index === 0 ? { ...leg, ...change } : leg));
    return { ...answer, routes: [{ legs }] };
  });
}

const MALFORMED: readonly [string, Behaviour][] = [
  ["text that is not JSON", answerText(200, '{"code":"Ok","routes":[')],
  ["an empty body", answerText(200, "")],
  ["JSON null", answerText(200, "null")],
  ["JSON of another shape", answerText(200, '{"code":"Ok","routes":{}}')],
  ["a web page", answerText(404, "<!doctype html><title>404</title>")],
  ["a code that speaks of the request", answerText(400, '{"code":"InvalidOptions","message":"x"}')],
  ["no routes", answerChanged((answer) => ({ ...answer, routes: [] }))],
  ["a leg too few", answerChanged((answer) => ({ ...answer, routes: [{ legs: [] }] }))],
  ["a waypoint too few", answerChanged((answer) => ({ ...answer, waypoints: answer.waypoints.slice(1) }))],
  ["a distance below zero", withLeg({ distance: -1 })],
  ["a distance as text", withLeg({ distance: "1200" })],
  ["a distance of no number", withLeg({ distance: null })],
  ["a duration that no order can hold", withLeg({ duration: 1e12 })],
  ["a leg without steps", withLeg({ steps: [] })],
  ["a line of nothing", withLeg({ steps: [{ geometry: "" }] })],
  ["a line that is no polyline", withLeg({ steps: [{ geometry: "\u0000" }] })],
  ["a line that leaves the Earth", withLeg({ steps: [{ geometry: "~~~~~~".repeat(50) }] })],
  ["a latitude past a pole", answerChanged((answer) => moveWaypoint(answer, 360))],
  ["a longitude past the antimeridian", answerChanged((answer) => moveWaypoint(answer, 0, 360))],
];

const FAILURES: readonly [string, FallbackReason, Behaviour][] = [
  ...MALFORMED.map(([name, behaviour]): [string, FallbackReason, Behaviour] => [
    name,
    "malformed",
    behaviour,
  ]),
  ["5xx answers", "status", answerText(503, "down")],
  ["a body without an end", "too_large", flood],
  ["connections reset half-way", "unreachable", resetHalfWay],
  [
    "connections closed without an answer",
    "unreachable",
    (response) => {
      response.socket?.destroy();
    },
  ],
  ["no way over the map", "no_route", answerText(400, '{"code":"NoRoute","message":"Impossible route"}')],
  ["no road near a place", "no_route", answerText(400, '{"code":"NoSegment"}')],
  ["places moved more than 500 m", "too_far", answerChanged((answer) => moveWaypoint(answer, 0.005))],
];

describe("a server that gives no usable answer", () => {
  test.each(FAILURES)("%s: the whole trip is estimated, because of %s", async (_, reason, behaviour) => {
    osrm.behave(behaviour);

    expect(await legsOf(routerWith(), sequential)).toEqual(estimateTrip(sequential));
    expect(reasons).toEqual([reason]);
  });

  test.each([
    ["never answers", neverAnswer],
    ["only drips", drip],
  ])("one that %s is left when the budget ends, without a retry", async (_, behaviour) => {
    osrm.behave(behaviour);

    const begin = performance.now();
    const legs = await legsOf(routerWith({ budgetMs: SHORT_BUDGET_MS }), sequential);
    const took = performance.now() - begin;

    expect(legs).toEqual(estimateTrip(sequential));
    expect(reasons).toEqual(["timeout"]);
    expect(osrm.requests).toHaveLength(1);
    expect(took).toBeLessThan(SHORT_BUDGET_MS + 900);
  });

  test("the retry gets only the rest of the budget", async () => {
    osrm.behave(answerText(502, ""), neverAnswer);

    const legs = await legsOf(routerWith({ budgetMs: SHORT_BUDGET_MS }), sequential);

    expect(legs).toEqual(estimateTrip(sequential));
    expect(reasons).toEqual(["timeout"]);
    expect(osrm.requests).toHaveLength(2);
  });

  test("nobody listening: the trip is estimated", async () => {
    await osrm.close();

    expect(await legsOf(routerWith(), parallel)).toEqual(estimateTrip(parallel));
    expect(reasons).toEqual(["unreachable"]);
  });

  test("an invalid address: the trip is estimated", async () => {
    const router = createRouter({ osrmUrl: "not an address", onFallback: (reason) => reasons.push(reason) });

    expect(await legsOf(router, sequential)).toEqual(estimateTrip(sequential));
    expect(reasons).toEqual(["unreachable"]);
  });

  test.each([
    ["a 5xx answer", answerText(500, "")],
    ["a connection reset half-way", resetHalfWay],
  ])("%s is retried once, and a good answer then counts", async (_, behaviour) => {
    osrm.behave(behaviour, answerWell);

    expect((await legsOf(routerWith(), sequential))[0]).toEqual(mapped(PICKUP, FIRST));
    expect(osrm.requests).toHaveLength(2);
    expect(reasons).toEqual([]);
  });

  test("5xx answers are retried no more than once, and malformed ones never", async () => {
    osrm.behave(answerText(500, ""));
    await legsOf(routerWith(), sequential);
    expect(osrm.requests).toHaveLength(2);

    osrm.behave(answerText(200, "{"));
    await legsOf(routerWith(), sequential);
    expect(osrm.requests).toHaveLength(3);

    osrm.behave(answerText(200, "{}"));
    await legsOf(routerWith(), sequential);
    expect(osrm.requests).toHaveLength(4);
  });

  test("a redirect is not followed", async () => {
    osrm.behave((response) => {
      response.writeHead(302, { Location: `${osrm.url}/elsewhere` }).end();
    });

    expect(await legsOf(routerWith(), sequential)).toEqual(estimateTrip(sequential));
    expect(reasons).toEqual(["unreachable"]);
    expect(osrm.requests).not.toContain("/elsewhere");
  });

  test("one bad leg of a parallel trip cancels the others, and all are estimated", async () => {
    let isLetGo: (value: boolean) => void = () => {};
    const letGo = new Promise<boolean>((resolve) => {
      isLetGo = resolve;
    });
    osrm.behave(
      answerWell,
      (response) => {
        response.on("close", () => isLetGo(true));
      },
      (response, points) => {
        answerText(200, "{}")(response, points);
      },
    );

    expect(await legsOf(routerWith(), parallel)).toEqual(estimateTrip(parallel));
    expect(reasons).toEqual(["malformed"]);
    expect(await letGo).toBe(true);
  });
});

describe("without a server", () => {
  test("every trip is estimated and nothing counts as a fallback", async () => {
    const router = createRouter({ onFallback: (reason) => reasons.push(reason) });

    expect(await legsOf(router, sequential)).toEqual(estimateTrip(sequential));
    expect(reasons).toEqual([]);
  });
});

describe("the breaker", () => {
  const OPEN_MS = 30_000;
  let time: number;

  beforeEach(() => {
    time = 1_000;
  });

  async function openBreaker() {
    const router = routerWith({ now: () => time });
    osrm.behave(answerText(200, "{}"));
    for (let failure = 0; failure < 5; failure += 1) await legsOf(router, sequential);
    expect(osrm.requests).toHaveLength(5);
    return router;
  }

  test("opens after five failures in a row: for 30 s the server sees nothing", async () => {
    const router = await openBreaker();
    time += OPEN_MS - 1;

    expect(await legsOf(router, sequential)).toEqual(estimateTrip(sequential));
    expect(osrm.requests).toHaveLength(5);
    expect(reasons.at(-1)).toBe("open");
  });

  test("a good trial closes it again", async () => {
    const router = await openBreaker();
    time += OPEN_MS;
    osrm.behave(answerWell);

    expect((await legsOf(router, sequential))[0]).toEqual(mapped(PICKUP, FIRST));
    await legsOf(router, sequential);
    expect(osrm.requests).toHaveLength(7);
    expect(reasons).toHaveLength(5);
  });

  test("a failed trial keeps it open for another 30 s", async () => {
    const router = await openBreaker();
    time += OPEN_MS;
    await legsOf(router, sequential);
    time += OPEN_MS - 1;
    await legsOf(router, sequential);
    expect(osrm.requests).toHaveLength(6);

    time += 1;
    await legsOf(router, sequential);
    expect(osrm.requests).toHaveLength(7);
  });

  test("lets one trial through while many wait", async () => {
    const router = await openBreaker();
    time += OPEN_MS;
    osrm.behave(answerWell);

    await Promise.all(Array.from({ length: 10 }, () => router.routeTrip(sequential)));

    expect(osrm.requests).toHaveLength(6);
    expect(reasons.filter((reason) => reason === "open")).toHaveLength(9);
  });

  test("a success in between restarts the count", async () => {
    const router = routerWith({ now: () => time });
    const failing = answerText(200, "{}");
    osrm.behave(failing, failing, failing, failing, answerWell, failing);

    for (let trip = 0; trip < 9; trip += 1) await legsOf(router, sequential);
    await legsOf(router, sequential);

    expect(osrm.requests).toHaveLength(10);
    expect(reasons).not.toContain("open");
  });

  test("trips without a route never open it", async () => {
    const router = routerWith({ now: () => time });
    osrm.behave(answerText(400, '{"code":"NoRoute"}'));

    for (let trip = 0; trip < 7; trip += 1) await legsOf(router, sequential);

    expect(osrm.requests).toHaveLength(7);
  });
});
