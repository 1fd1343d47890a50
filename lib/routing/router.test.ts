import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Point } from "@/lib/point";
import { estimateTrip } from "@/lib/routing/estimate";
import { greatCircleMeters } from "@/lib/routing/geo";
import { encodePolyline } from "@/lib/routing/polyline";
import { createRouter, type FallbackReason, type Router, type RouterOptions } from "@/lib/routing/router";
import type { Leg, Trip } from "@/lib/routing/trip";
import {
  answerWell,
  type Behavior,
  drip,
  type FakeOsrm,
  flood,
  getMiddle,
  neverAnswer,
  resetHalfWay,
  respondChanged,
  respondText,
  startFakeOsrm,
  validRoute,
} from "@/testing/fake-osrm";
import { PATIENCE_MS } from "@/testing/patience.mjs";
import { pollUntil } from "@/testing/until";

const PICKUP: Point = { latitude: 59.9343, longitude: 30.3351 };
const FIRST: Point = { latitude: 59.9398, longitude: 30.3146 };
const SECOND: Point = { latitude: 59.9512, longitude: 30.3 };
const THIRD: Point = { latitude: 59.9, longitude: 30.4 };

const sequential: Trip = { pickup: PICKUP, dropoffs: [FIRST, SECOND, THIRD], routingMode: "sequential" };
const parallel: Trip = { ...sequential, routingMode: "parallel" };

// Long enough for answers on a busy machine; tests that wait for its end use a shorter one.
const BUDGET_MS = 3_000;
/** Enough for a request and a retry on a busy machine. */
const SHORT_BUDGET_MS = 1_500;

let osrm: FakeOsrm;
let reasons: FallbackReason[];

beforeEach(async () => {
  osrm = await startFakeOsrm();
  reasons = [];
});

afterEach(() => osrm.close());

function routerWith(options: RouterOptions = {}) {
  const onFallback = (reason: FallbackReason) => reasons.push(reason);
  return createRouter({ osrmUrl: osrm.url, budgetMs: BUDGET_MS, deadlineMs: 60_000, onFallback, ...options });
}

async function readLegs(router: Router, trip: Trip): Promise<readonly Leg[]> {
  return (await router.routeTrip(trip)).legs;
}

/** The leg that the fake's map has between two places. */
function mapped(from: Point, to: Point): Leg {
  const distance = 2 * greatCircleMeters(from, to);
  return {
    distanceMeters: Math.round(distance),
    durationSeconds: Math.round(distance / 10),
    geometry: encodePolyline([from, getMiddle(from, to), to]),
  };
}

describe("a healthy road engine", () => {
  test("routes a sequential trip with one request and one leg per dropoff, chained", async () => {
    const legs = await readLegs(routerWith(), sequential);

    expect(legs).toEqual([mapped(PICKUP, FIRST), mapped(FIRST, SECOND), mapped(SECOND, THIRD)]);
    expect(osrm.requests).toEqual([
      "/route/v1/driving/30.335100,59.934300;30.314600,59.939800;30.300000,59.951200;30.400000,59.900000" +
        "?overview=full&steps=false&geometries=polyline&continue_straight=false",
    ]);
    expect(reasons).toEqual([]);
  });

  test("routes a parallel trip with one request per dropoff, each from the pickup", async () => {
    const legs = await readLegs(routerWith(), parallel);

    expect(legs).toEqual([mapped(PICKUP, FIRST), mapped(PICKUP, SECOND), mapped(PICKUP, THIRD)]);
    expect(osrm.requests).toHaveLength(3);
    expect(reasons).toEqual([]);
  });

  test("receives the requests of a parallel trip all at once", async () => {
    const waiting: (() => void)[] = [];
    osrm.behave((response, points) => {
      waiting.push(() => answerWell(response, points));
      if (waiting.length === 3) for (const answer of waiting) answer();
    });

    expect(await readLegs(routerWith({ maxRequests: 3 }), parallel)).toHaveLength(3);
    expect(reasons).toEqual([]);
  });

  test("receives coordinates near zero as plain decimals", async () => {
    const dropoff = { latitude: 1e-7, longitude: -0.00001 };
    await readLegs(routerWith(), {
      pickup: { latitude: 0, longitude: 0 },
      dropoffs: [dropoff],
      routingMode: "sequential",
    });

    expect(osrm.requests[0]).toMatch(/driving\/0\.000000,0\.000000;-0\.000010,0\.000000\?/);
  });

  test("may respond with a point slightly off the requested one", async () => {
    osrm.behave(respondChanged((answer) => moveWaypoint(answer, 0.004)));

    await readLegs(routerWith(), sequential);

    expect(reasons).toEqual([]);
  });
});

/** Moves the second place of a response north and east, by degrees; 0.004 north are 440 m and 0.005 are 560 m. */
function moveWaypoint(answer: ReturnType<typeof validRoute>, north: number, east = 0) {
  const waypoints = answer.waypoints.map((waypoint, index) => {
    const [longitude = 0, latitude = 0] = waypoint.location;
    return index === 1 ? { ...waypoint, location: [longitude + east, latitude + north] } : waypoint;
  });
  return { ...answer, waypoints };
}

/** Changes the first leg of an answer. */
function withLeg(change: object): Behavior {
  return respondChanged((answer) => {
    const legs = answer.routes[0]?.legs.map((leg, index) => (index === 0 ? { ...leg, ...change } : leg));
    return { ...answer, routes: [{ ...answer.routes[0], legs }] };
  });
}

/** Changes the line of an answer. */
function withLine(geometry: string | undefined): Behavior {
  return respondChanged((answer) => ({ ...answer, routes: [{ ...answer.routes[0], geometry }] }));
}

const MALFORMED: readonly [string, Behavior][] = [
  ["text that is not JSON", respondText(200, '{"code":"Ok","routes":[')],
  ["an empty body", respondText(200, "")],
  ["JSON null", respondText(200, "null")],
  ["JSON of another shape", respondText(200, '{"code":"Ok","routes":{}}')],
  ["a web page", respondText(404, "<!doctype html><title>404</title>")],
  ["a code that speaks of the request", respondText(400, '{"code":"InvalidOptions","message":"x"}')],
  ["no routes", respondChanged((answer) => ({ ...answer, routes: [] }))],
  ["a leg too few", respondChanged((answer) => ({ ...answer, routes: [{ ...answer.routes[0], legs: [] }] }))],
  ["a waypoint too few", respondChanged((answer) => ({ ...answer, waypoints: answer.waypoints.slice(1) }))],
  ["a distance below zero", withLeg({ distance: -1 })],
  ["a distance as text", withLeg({ distance: "1200" })],
  ["a distance of no number", withLeg({ distance: null })],
  ["a duration that no order can hold", withLeg({ duration: 1e12 })],
  ["a route without a line", withLine(undefined)],
  ["a line of nothing", withLine("")],
  ["a line that is no polyline", withLine("\u0000")],
  ["a line that leaves the Earth", withLine("~~~~~~".repeat(50))],
  ["a latitude past a pole", respondChanged((answer) => moveWaypoint(answer, 360))],
  ["a longitude past the antimeridian", respondChanged((answer) => moveWaypoint(answer, 0, 360))],
];

const FAILURES: readonly [string, FallbackReason, Behavior][] = [
  ...MALFORMED.map(([name, behavior]): [string, FallbackReason, Behavior] => [name, "malformed", behavior]),
  ["5xx answers", "status", respondText(503, "down")],
  ["a body without an end", "too_large", flood],
  ["connections reset half-way", "unreachable", resetHalfWay],
  [
    "connections closed without an answer",
    "unreachable",
    (response) => {
      response.socket?.destroy();
    },
  ],
  ["no way over the map", "no_route", respondText(400, '{"code":"NoRoute","message":"Impossible route"}')],
  ["no road near a place", "no_route", respondText(400, '{"code":"NoSegment"}')],
  ["places moved more than 500 m", "too_far", respondChanged((answer) => moveWaypoint(answer, 0.005))],
];

describe("a faulty road engine", () => {
  test.each(FAILURES)(
    "causes an estimate of the whole trip in the case of %s, with the reason %s",
    async (_, reason, behavior) => {
      osrm.behave(behavior);

      expect(await readLegs(routerWith({ budgetMs: PATIENCE_MS }), sequential)).toEqual(
        estimateTrip(sequential),
      );
      expect(reasons).toEqual([reason]);
    },
  );

  test.each([
    ["never answers", neverAnswer],
    ["only drips", drip],
  ])("that %s is abandoned when the budget ends, without a retry", async (_, behavior) => {
    osrm.behave(behavior);

    const legs = await readLegs(routerWith({ budgetMs: SHORT_BUDGET_MS }), sequential);

    expect(legs).toEqual(estimateTrip(sequential));
    expect(reasons).toEqual(["timeout"]);
    expect(osrm.requests).toHaveLength(1);
  });

  test("is retried only within the rest of the time budget", async () => {
    osrm.behave(respondText(502, ""), neverAnswer);

    const legs = await readLegs(routerWith({ budgetMs: SHORT_BUDGET_MS }), sequential);

    expect(legs).toEqual(estimateTrip(sequential));
    expect(reasons).toEqual(["timeout"]);
    expect(osrm.requests).toHaveLength(2);
  });

  test("causes an estimate of the trip when it is unreachable", async () => {
    await osrm.close();

    expect(await readLegs(routerWith(), parallel)).toEqual(estimateTrip(parallel));
    expect(reasons).toEqual(["down"]);
  });

  test.each([
    ["a 5xx answer", respondText(500, "")],
    ["a connection reset half-way", resetHalfWay],
  ])("is retried once after %s, and a good response then counts", async (_, behavior) => {
    osrm.behave(behavior, answerWell);

    expect((await readLegs(routerWith(), sequential))[0]).toEqual(mapped(PICKUP, FIRST));
    expect(osrm.requests).toHaveLength(2);
    expect(reasons).toEqual([]);
  });

  test("is retried at most once after a 5xx response, and never after a malformed one", async () => {
    osrm.behave(respondText(500, ""));
    await readLegs(routerWith(), sequential);
    expect(osrm.requests).toHaveLength(2);

    osrm.behave(respondText(200, "{"));
    await readLegs(routerWith(), sequential);
    expect(osrm.requests).toHaveLength(3);

    osrm.behave(respondText(200, "{}"));
    await readLegs(routerWith(), sequential);
    expect(osrm.requests).toHaveLength(4);
  });

  test("sends a redirect that is not followed", async () => {
    osrm.behave((response) => {
      response.writeHead(302, { Location: `${osrm.url}/elsewhere` }).end();
    });

    expect(await readLegs(routerWith(), sequential)).toEqual(estimateTrip(sequential));
    expect(reasons).toEqual(["malformed"]);
    expect(osrm.requests).not.toContain("/elsewhere");
  });

  test("causes an estimate of the whole parallel trip when one leg is bad", async () => {
    osrm.behave(answerWell, respondText(200, "{}"), answerWell);

    expect(await readLegs(routerWith(), parallel)).toEqual(estimateTrip(parallel));
    expect(reasons).toEqual(["malformed"]);
  });
});

describe("routing without a road engine", () => {
  test("estimates every trip and reports no fallback", async () => {
    const router = createRouter({ onFallback: (reason) => reasons.push(reason) });

    expect(await readLegs(router, sequential)).toEqual(estimateTrip(sequential));
    expect(reasons).toEqual([]);
  });
});

describe("the cache of legs", () => {
  const reversed: Trip = { pickup: FIRST, dropoffs: [PICKUP], routingMode: "sequential" };

  test("requests a leg once, whatever trip contains it", async () => {
    const router = routerWith();
    await readLegs(router, sequential);

    expect(await readLegs(router, { ...sequential, pickup: FIRST, dropoffs: [SECOND] })).toEqual([
      mapped(FIRST, SECOND),
    ]);
    expect(await readLegs(router, parallel)).toEqual(parallel.dropoffs.map((to) => mapped(PICKUP, to)));
    expect(osrm.requests.slice(1).map(parsePath)).toEqual([
      "30.335100,59.934300;30.300000,59.951200",
      "30.335100,59.934300;30.400000,59.900000",
    ]);
  });

  test("requests consecutive trips together, and estimates each on its own", async () => {
    osrm.behave(respondText(400, '{"code":"NoRoute"}'), answerWell, respondText(400, '{"code":"NoRoute"}'));
    const [there, back] = await routerWith().routeTrips([{ ...sequential, dropoffs: [FIRST] }, reversed]);

    expect([there?.source, back?.source]).toEqual(["roads", "estimate"]);
    expect(osrm.requests.map(parsePath)).toEqual([
      "30.335100,59.934300;30.314600,59.939800;30.335100,59.934300",
      "30.335100,59.934300;30.314600,59.939800",
      "30.314600,59.939800;30.335100,59.934300",
    ]);
  });

  test("stores profiles separately, and a leg separately from its reverse", async () => {
    const router = routerWith();
    for (const trip of [{ ...reversed, pickup: PICKUP, dropoffs: [FIRST] }, reversed]) {
      for (const profile of ["driving", "foot"] as const) await router.routeTrip(trip, profile);
    }
    expect(osrm.requests).toHaveLength(4);
  });

  test("lets 100 concurrent callers share one request, and a caller that cannot wait fails alone", async () => {
    let answer = () => {};
    osrm.behave((response, points) => {
      answer = () => answerWell(response, points);
    });
    const router = routerWith();
    const callers = Array.from({ length: 100 }, () => readLegs(router, sequential));
    await pollUntil(() => osrm.requests.length === 1);
    const hasty = router.forCaller({ key: "hasty", deadlineAt: performance.now() + 20 });
    await expect(hasty.routeTrip(sequential)).rejects.toMatchObject({ code: "SERVICE_OVERLOADED" });
    answer();

    expect(new Set((await Promise.all(callers)).map((legs) => JSON.stringify(legs))).size).toBe(1);
    expect(osrm.requests).toHaveLength(1);
    expect(reasons).toEqual([]);
  });

  test("causes no deadlock between trips that share some of their legs", async () => {
    const router = routerWith({ maxRequests: 1 });
    const places = [PICKUP, FIRST, SECOND, THIRD];
    const trips = places.flatMap((pickup) =>
      places.map((to): Trip => ({ pickup, dropoffs: [...places, to], routingMode: "sequential" })),
    );

    const routes = await Promise.all(trips.map((trip) => router.routeTrip(trip)));

    expect(routes.map(({ source }) => source)).toEqual(trips.map(() => "roads"));
    expect(new Set(osrm.requests).size).toBe(osrm.requests.length);
  });

  test("requests a leg without a road only once", async () => {
    osrm.behave(respondText(400, '{"code":"NoRoute"}'));
    const router = routerWith();
    for (let time = 0; time < 3; time += 1) await readLegs(router, reversed);

    expect(osrm.requests).toHaveLength(1);
    expect(reasons).toEqual(["no_route", "no_route", "no_route"]);
  });

  test("does not soon repeat a search that timed out, while the server passes its probe (QUO-12)", async () => {
    osrm.behave(neverAnswer);
    const router = routerWith({ budgetMs: SHORT_BUDGET_MS });
    for (let time = 0; time < 3; time += 1) await readLegs(router, reversed);

    expect(osrm.requests).toHaveLength(1);
    expect(reasons).toEqual(["timeout", "timeout", "timeout"]);
    osrm.behave(answerWell);
    expect((await router.routeTrip({ ...reversed, dropoffs: [SECOND] })).source).toBe("roads");
  });

  test("holds at most its maximum of bytes, and drops the least recently used legs first", async () => {
    const sizes: number[] = [];
    const onLookUp = ({ bytes }: { bytes: number }) => sizes.push(bytes);
    const router = routerWith({ cacheBytes: 5_000, onLookUp });
    for (let index = 0; index < 50; index += 1) {
      await readLegs(router, reversed);
      await readLegs(router, { ...reversed, dropoffs: [{ latitude: 59 + index / 100, longitude: 30 }] });
    }

    expect(Math.max(...sizes)).toBeLessThanOrEqual(5_000);
    expect(Math.max(...sizes)).toBeGreaterThan(2_500);
    expect(osrm.requests).toHaveLength(51);
    await readLegs(router, { ...reversed, dropoffs: [{ latitude: 59, longitude: 30 }] });
    expect(osrm.requests).toHaveLength(52);
  });

  test("counts its hits and misses", async () => {
    const counts: number[][] = [];
    const router = routerWith({ onLookUp: ({ hits, misses }) => counts.push([hits, misses]) });
    await readLegs(router, sequential);
    await readLegs(router, { ...sequential, dropoffs: [FIRST, THIRD] });

    expect(counts).toEqual([
      [0, 3],
      [1, 1],
    ]);
  });

  describe("for a versioned map", () => {
    const versioned =
      (version: string, factor = 1): Behavior =>
      (response, points) => {
        const answer = validRoute(points);
        const [route] = answer.routes;
        const legs = route?.legs.map((leg) => ({ ...leg, distance: leg.distance * factor }));
        response.end(JSON.stringify({ ...answer, data_version: version, routes: [{ ...route, legs }] }));
      };
    const state = (version: string) =>
      osrm.behaveToProbes((response) => response.end(JSON.stringify({ code: "Ok", data_version: version })));
    const straight = greatCircleMeters(FIRST, PICKUP);
    const [old, latest] = [Math.round(2 * straight), Math.round(6 * straight)];
    const readMeters = async (router: Router) => (await readLegs(router, reversed))[0]?.distanceMeters;

    test("serves no leg of the old map once the server has stated the new version", async () => {
      state("1");
      osrm.behave(versioned("1"));
      const router = routerWith();
      expect([await readMeters(router), await readMeters(router)]).toEqual([old, old]);
      state("2");
      osrm.behave(versioned("2", 3));
      // A new place: its response states the new version, which counts for every leg from now on.
      await readLegs(router, { ...reversed, dropoffs: [SECOND] });

      expect(await readMeters(router)).toBe(latest);
      expect(osrm.requests).toHaveLength(3);
    });

    test("notices a map switch by the probe while every leg is cached", async () => {
      state("1");
      osrm.behave(versioned("1"));
      const router = routerWith();
      await readMeters(router);
      state("2");
      osrm.behave(versioned("2", 3));

      await pollUntil(async () => (await readMeters(router)) === latest);
      expect(osrm.requests).toHaveLength(2);
    });

    test("routes a half-cached trip on the new map alone after a map switch", async () => {
      state("1");
      osrm.behave(versioned("1"));
      const router = routerWith();
      await readLegs(router, reversed);
      state("2");
      osrm.behave(versioned("2", 3));
      const legs = await readLegs(router, { ...reversed, dropoffs: [PICKUP, SECOND] });

      expect(legs.map(({ distanceMeters }) => distanceMeters)).toEqual([
        latest,
        Math.round(6 * greatCircleMeters(PICKUP, SECOND)),
      ]);
    });

    test("does not restore legs of the old map from a late response", async () => {
      state("1");
      let answerLate = () => {};
      osrm.behave(
        (response, points) => {
          answerLate = () => versioned("1")(response, points);
        },
        versioned("2", 3),
      );
      const router = routerWith();
      const late = readLegs(router, reversed);
      await pollUntil(() => osrm.requests.length === 1);
      state("2");
      await readLegs(router, { ...reversed, dropoffs: [SECOND] });
      answerLate();

      // The caller who waited for it gets the new map's leg.
      expect((await late)[0]?.distanceMeters).toBe(latest);
      expect(await readMeters(router)).toBe(latest);
      expect(osrm.requests).toHaveLength(3);
    });
  });
});

const parsePath = (request: string) => /driving\/([^?]*)/.exec(request)?.[1];

describe("a busy road engine", () => {
  const places = (count: number, seed: number): Trip[] =>
    Array.from({ length: count }, (_, index) => ({
      pickup: PICKUP,
      dropoffs: [{ latitude: 59 + seed / 10 + index / 10_000, longitude: 30 }],
      routingMode: "sequential",
    }));

  test("receives at most the allowed number of concurrent requests, and the others wait outside its time budget", async () => {
    let [open, most] = [0, 0];
    const budgetMs = 5_000;
    osrm.behave((response, points) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        answerWell(response, points);
      }, budgetMs * 0.6);
    });
    const router = routerWith({ maxRequests: 2, budgetMs });
    const routes = await Promise.all(places(4, 0).map((trip) => router.routeTrip(trip)));

    expect(new Set(routes.map(({ source }) => source))).toEqual(new Set(["roads"]));
    expect([most, osrm.requests.length]).toEqual([2, 4]);
  });

  test("has requests refused after their caller's deadline, and never estimated", async () => {
    const waiting: (() => void)[] = [];
    osrm.behave((response, points) => {
      waiting.push(() => answerWell(response, points));
    });
    const router = routerWith({ maxRequests: 2 });
    const patient = router.forCaller({ key: "account", deadlineAt: performance.now() + PATIENCE_MS });
    const occupied = Promise.all(places(2, 0).map((trip) => patient.routeTrip(trip)));
    await pollUntil(() => waiting.length === 2);
    const hasty = router.forCaller({ key: "account", deadlineAt: performance.now() + 300 });
    for (const outcome of await Promise.allSettled(places(10, 0).map((trip) => hasty.routeTrip(trip)))) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "SERVICE_OVERLOADED" } });
    }
    expect(waiting).toHaveLength(2);
    for (const answer of waiting) answer();
    expect((await occupied).map(({ source }) => source)).toEqual(["roads", "roads"]);
    expect(reasons).toEqual([]);
    // The leg that the server computed is cached.
    await pollUntil(async () => {
      osrm.behave(neverAnswer);
      const soon = router.forCaller({ key: "account", deadlineAt: performance.now() + 300 });
      return (await soon.routeTrips(places(2, 0)).catch(() => [])).length === 2;
    });
  });

  test("is not retried after a 429 and does not count as down", async () => {
    osrm.behave(respondText(429, '{"code":"TooManyRequests"}'));
    const router = routerWith();

    await expect(router.routeTrip(sequential)).rejects.toMatchObject({ code: "SERVICE_OVERLOADED" });
    expect(osrm.requests).toHaveLength(1);
    osrm.behave(answerWell);
    expect((await router.routeTrip(sequential)).source).toBe("roads");
    expect(reasons).toEqual([]);
  });

  test("serves a caller with one trip after one other request, not after another caller's burst", async () => {
    const order: string[] = [];
    const waiting: (() => void)[] = [];
    osrm.behave((response, points) => {
      waiting.push(() => answerWell(response, points));
    });
    const router = routerWith({ maxRequests: 1 });
    const ask = async (key: string, trips: Trip[]) => {
      const own = router.forCaller({ key, deadlineAt: performance.now() + PATIENCE_MS });
      await Promise.all(trips.map((trip) => own.routeTrip(trip).then(() => order.push(key))));
    };
    const burst = ask("burst", places(30, 0));
    await pollUntil(() => waiting.length === 1);
    const single = ask("single", places(1, 5));
    for (let turn = 0; turn < 31; turn += 1) {
      await pollUntil(() => waiting.length === 1);
      waiting.pop()?.();
      await pollUntil(() => order.length === turn + 1);
    }
    await Promise.all([burst, single]);

    expect(order.indexOf("single")).toBeLessThanOrEqual(2);
  });
});

describe("a road engine that is down", () => {
  test("receives no trip until it passes its probe, and then all of them", async () => {
    osrm.behave(resetHalfWay);
    const router = routerWith();
    await router.routeTrip(sequential);
    osrm.behaveToProbes((response) => response.destroy());
    await readLegs(router, sequential);
    const sent = osrm.requests.length;
    osrm.behave(answerWell);

    expect((await router.routeTrip(sequential)).source).toBe("estimate");
    expect(osrm.requests).toHaveLength(sent);
    expect(reasons.at(-1)).toBe("down");
    osrm.behaveToProbes((response) => response.end('{"code":"Ok"}'));
    await pollUntil(async () => (await router.routeTrip(sequential)).source === "roads");
    expect(reasons.slice(0, 2)).toEqual(["unreachable", "unreachable"]);
  });

  test.each([
    ["a web page", (response: ServerResponse) => response.end("<!doctype html>")],
    ["a 5xx answer", (response: ServerResponse) => response.writeHead(502).end('{"code":"Ok"}')],
  ])("is detected when the probe receives %s", async (_, answer) => {
    osrm.behaveToProbes(answer);

    expect((await routerWith().routeTrip(sequential)).source).toBe("estimate");
    expect(reasons).toEqual(["down"]);
    expect(osrm.requests).toEqual([]);
  });

  test("does not affect cached legs, which still follow roads", async () => {
    const router = routerWith();
    await readLegs(router, sequential);
    await osrm.close();
    await router.routeTrip({ ...sequential, dropoffs: [THIRD] });

    expect((await router.routeTrip(sequential)).source).toBe("roads");
    expect(reasons).toEqual(["unreachable"]);
  });

  test("is not assumed after single failed searches", async () => {
    osrm.behave(respondText(200, "{}"));
    const router = routerWith();
    for (let trip = 0; trip < 9; trip += 1) await readLegs(router, sequential);

    expect(osrm.requests).toHaveLength(9);
    expect(new Set(reasons)).toEqual(new Set(["malformed"]));
  });
});
