import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { computeCourierRoute } from "@/lib/orders/fulfillment/route-courier";
import { getOrder } from "@/lib/orders/load-order";
import { packageRoot } from "@/lib/package-root";
import type { Point } from "@/lib/point";
import { setTravelFactors } from "@/lib/routing/current-travel-factors";
import { routeLegs } from "@/lib/routing/driven-legs";
import { estimateTrip } from "@/lib/routing/estimate";
import { greatCircleMeters } from "@/lib/routing/geo";
import { decodePolyline } from "@/lib/routing/polyline";
import { createRouter, type FallbackReason } from "@/lib/routing/router";
import { HOURS } from "@/lib/routing/travel-factors";
import type { Leg } from "@/lib/routing/trip";
import { buildRoads, RoadsError } from "@/packages/city/roads/build-roads";
import { enginePrograms } from "@/packages/city/roads/engine-package";
import { amount } from "@/testing/amount";
import { type ApiClient, address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { EXTRACT, type Roads, STREETS, startRoads, VERSION } from "@/testing/roads";
import type { Client } from "@/testing/shop";
import { pollUntil } from "@/testing/until";

const hasEngine = enginePrograms() !== null;
if (!hasEngine) {
  process.stderr.write(`No road engine for ${process.platform} ${process.arch}: its tests are left out.\n`);
}

interface Quote {
  routing: string;
  distance: number;
  duration: number;
  dropoffs: { distance: number; duration: number }[];
}

interface EngineAnswer {
  code: string;
  routes: { legs: { distance: number; duration: number; steps: { driving_side: string }[] }[] }[];
  waypoints: { location: [number, number] }[];
}

/** Returns a source of numbers from 0 to 1 that is the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

describe.skipIf(!hasEngine)("the roads of a city", () => {
  let roads: Roads;
  let local: LocalApi;
  let api: ApiClient;
  let shop: Client;

  beforeAll(async () => {
    roads = await startRoads();
    // The clock is set to a Saturday afternoon.
    local = await openLocalApi(undefined, { router: patient() });
    ({ api, shop } = await local.newShop());
  });

  afterAll(async () => {
    await local?.close();
    await roads?.close();
  });

  // Waits for the engine, however slow the machine is.
  const patient = () => createRouter({ osrmUrl: roads.url, budgetMs: 60_000, deadlineMs: 60_000 });
  const factor = (value: number) => Array.from({ length: HOURS }, () => value);
  const roll = dice(7);
  const somewhere = (): Point => ({
    latitude: STREETS.south + roll() * (STREETS.north - STREETS.south),
    longitude: STREETS.west + roll() * (STREETS.east - STREETS.west),
  });
  const quote = async (pickup: Point, dropoffs: readonly Point[]) => {
    let answer = await api.post<Quote>("/v1/partner/quotes", { pickup, dropoffs });
    // The engine may need longer than a request has, on a slow machine.
    await pollUntil(async () => {
      if (answer.status !== 503) return true;
      answer = await api.post<Quote>("/v1/partner/quotes", { pickup, dropoffs });
      return false;
    });
    expect(answer.status).toBe(200);
    return answer.data;
  };
  const ask = async (path: string) => {
    const answer = await fetch(roads.url + path);
    return { status: answer.status, body: (await answer.json()) as EngineAnswer };
  };
  const place = ({ longitude, latitude }: Point) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`;
  const readRoute = (points: readonly Point[], profile = "driving") =>
    ask(`/route/v1/${profile}/${points.map(place).join(";")}?overview=false&steps=true&geometries=polyline`);

  it("quotes of random pairs equal the engine's routes, with the hour's factor in the duration, or are wholly estimated (QUO-11–13)", async () => {
    await setTravelFactors(local.db, { weekday: factor(3), weekend: factor(1.5) });
    const pairs = Array.from({ length: amount(60, 200) }, () => [somewhere(), somewhere()] as const);
    const next = pairs.values();
    let estimated = 0;
    const work = async () => {
      for (const [from, to] of next) {
        const [quoted, { body }] = await Promise.all([quote(from, [to]), readRoute([from, to])]);
        const leg = body.routes[0]?.legs[0];
        const offs = body.waypoints.map(({ location: [longitude, latitude] }, index) =>
          greatCircleMeters({ longitude, latitude }, index === 0 ? from : to),
        );
        if (leg === undefined || Math.max(...offs) > 500) {
          estimated += 1;
          const [straight] = estimateTrip({ pickup: from, dropoffs: [to], routingMode: "sequential" });
          expect([quoted.routing, quoted.distance, quoted.duration]).toEqual([
            "estimate",
            straight?.distanceMeters,
            straight?.durationSeconds,
          ]);
          continue;
        }
        expect([quoted.routing, quoted.distance, quoted.duration]).toEqual([
          "roads",
          Math.round(leg.distance),
          Math.round(Math.round(leg.duration) * 1.5),
        ]);
        expect(new Set(leg.steps.map(({ driving_side }) => driving_side))).toEqual(new Set(["right"]));
      }
    };
    await Promise.all(Array.from({ length: 2 }, work));
    expect(estimated).toBeLessThan(20);
  });

  /** A leg with its line as it is drawn: a point that is repeated at once is one point. */
  const drawn = ({ geometry, ...leg }: Leg) => {
    const line = decodePolyline(geometry).map(({ latitude, longitude }) => `${latitude} ${longitude}`);
    return { ...leg, line: line.filter((point, index) => point !== line[index - 1]) };
  };

  it("a leg routed alone equals the leg within a trip, its line included", async () => {
    let legsCompared = 0;
    for (let round = 0; round < amount(12, 40); round += 1) {
      const [pickup, ...dropoffs] = [somewhere(), somewhere(), somewhere(), somewhere()] as const;
      const trip = { pickup, dropoffs: [...dropoffs, pickup], routingMode: "sequential" } as const;
      const { legs, source } = await patient().routeTrip(trip);
      if (source === "estimate") continue;
      for (const [index, to] of trip.dropoffs.entries()) {
        const from = [pickup, ...dropoffs][index] ?? pickup;
        const alone = (await patient().routeTrip({ ...trip, pickup: from, dropoffs: [to] })).legs;
        expect(legs.slice(index, index + 1).map(drawn)).toEqual(alone.map(drawn));
        legsCompared += 1;
      }
    }
    expect(legsCompared).toBeGreaterThan(amount(20, 100));
  });

  it("an order's duration uses the hour of its delivery_time, or the current hour without one (QUO-13)", async () => {
    await setTravelFactors(local.db, { weekday: factor(3), weekend: factor(1) });
    const [from, to] = [
      { latitude: 47.0245, longitude: 28.8323 },
      { latitude: 46.9857, longitude: 28.857 },
    ];
    const readDuration = async (change: object) => {
      const body = orderBody({
        pickup: { address: { ...address(), ...from }, contact: { value: "+7" } },
        dropoffs: [{ address: { ...address(), ...to }, contact: { value: "+7" } }],
        ...change,
      });
      expect((await api.create(body)).status).toBe(201);
      const row = await local.db.models.order.findFirstOrThrow({
        where: { externalOrderId: body.external_order_id },
      });
      return row.durationSeconds;
    };
    const now = await readDuration({});
    expect(await readDuration({ delivery_time: "2026-11-23T09:00:00.000Z" })).toBe(now * 3);
    await setTravelFactors(local.db, { weekday: factor(1), weekend: factor(1) });
  });

  it("a trip with one point more than 500 m from any road is estimated as a whole, even with a routed leg (QUO-12)", async () => {
    const [from, to] = [
      { latitude: 47.0245, longitude: 28.8323 },
      { latitude: 46.9857, longitude: 28.857 },
    ];
    const far = { latitude: 46.9, longitude: 28.6 };
    expect((await quote(from, [to])).routing).toBe("roads");
    const estimated = await quote(from, [to, far]);
    const straight = estimateTrip({ pickup: from, dropoffs: [to, far], routingMode: "sequential" });
    expect([estimated.routing, ...estimated.dropoffs.map(({ distance }) => distance)]).toEqual([
      "estimate",
      ...straight.map(({ distanceMeters }) => distanceMeters),
    ]);
  });

  it("an order names its distance source after a create, with an honored quote and after a repricing edit (RES-16)", async () => {
    const at = { latitude: 47.0245, longitude: 28.8323 };
    const to = { latitude: 46.9857, longitude: 28.857 };
    const far = { latitude: 46.9, longitude: 28.6 };
    const stop = (place: Point) => ({ address: { ...address(), ...place }, contact: { value: "+7" } });
    const quoted = await api.post<{ quote_id: string }>("/v1/partner/quotes", {
      pickup: at,
      dropoffs: [far],
    });
    const body = orderBody({ pickup: stop(at), dropoffs: [stop(far)], quote_id: quoted.data.quote_id });
    expect((await api.create(body)).data.routing).toBe("estimate");
    const path = `/v1/partner/orders/${body.external_order_id}`;
    const edit = async (change: object) => (await api.send("PATCH", path, change)).data;
    expect(await edit({ comment: "Ring twice" })).toMatchObject({ routing: "estimate" });
    const moved = { dropoffs: [{ index: 0, address: to }] };
    expect(await edit(moved)).toMatchObject({ routing: "roads" });
    expect(await edit({ comment: "Ring once" })).toMatchObject({ routing: "roads" });
    expect((await api.get<{ routing: string }>(path)).data.routing).toBe("roads");
    const { events } = (await api.get<{ events: { order: { routing: string } }[] }>("/v1/partner/events"))
      .data;
    expect(events.slice(-4).map(({ order }) => order.routing)).toEqual([
      "estimate",
      "estimate",
      "roads",
      "roads",
    ]);
    // An order from before the source was stored.
    await local.db.models.order.updateMany({
      where: { externalOrderId: body.external_order_id },
      data: { routing: null },
    });
    expect((await api.get<{ routing: string | null }>(path)).data.routing).toBeNull();
    expect(await edit({ comment: "Knock" })).toMatchObject({ routing: null });
  });

  it("a courier gets a route for their vehicle from their position until the order is reassigned", async () => {
    const [pickup, one, other] = [
      { latitude: 47.0245, longitude: 28.8323 },
      { latitude: 47.0105, longitude: 28.8638 },
      { latitude: 46.9857, longitude: 28.857 },
    ];
    const stop = (at: Point) => ({ address: { ...address(), ...at }, contact: { value: "+7" } });
    const body = orderBody({
      pickup: stop(pickup),
      dropoffs: [stop(one), stop(other)],
      routing_mode: "parallel",
      cargo_size: "S",
    });
    await api.create(body);
    const order = await local.db.models.order.findFirstOrThrow({
      where: { externalOrderId: body.external_order_id },
      include: { stops: { orderBy: { position: "asc" } } },
    });
    const context = { ...local.couriers.context, router: local.runtime.router };
    const at = { latitude: 47.03, longitude: 28.82 };
    const courierId = await local.couriers.makeFreeCourier(at, { type: "bike" });
    const { assignCourier } = await import("@/lib/orders/fulfillment/assign-courier");
    await assignCourier(context, shop.scope, { externalOrderId: body.external_order_id, courierId });
    const findRoute = async () => (await getOrder(local.db, { orderId: order.id }, ["route"])).route;
    const job = { kind: "route_courier", key: String(order.id) };
    expect(await local.db.models.job.count({ where: job })).toBe(1);
    expect(await findRoute()).toBeNull();
    await computeCourierRoute(context, job.key);
    const way = await findRoute();
    const { body: engine } = await readRoute([at, pickup, one, other], "bike");
    expect(way?.legs.map(({ durationSeconds }) => durationSeconds)).toEqual(
      engine.routes[0]?.legs.map(({ duration }) => Math.round(duration)),
    );
    const [from, ...dropoffs] = order.stops;
    const driven = routeLegs(from ?? pickup, dropoffs, "parallel", way);
    // From stop to stop along streets; without a way, the second leg would be a straight line.
    expect(driven.map(({ path }) => path.length > 5)).toEqual([true, true]);
    for (const [index, { path }] of driven.entries()) {
      expect(greatCircleMeters(path.at(-1) ?? at, [one, other][index] ?? at)).toBeLessThan(500);
    }
    expect(routeLegs(from ?? pickup, dropoffs.toReversed(), "parallel", way)[1]?.path).toHaveLength(2);
    await local.couriers.lead(shop.scope, body.external_order_id, "assigned");
    expect(await findRoute()).toBeNull();
  });

  it("malformed requests are rejected with OSRM's messages, and the engine keeps running", async () => {
    const center = "28.8323,47.0245";
    const odd: readonly [string, number, string][] = [
      ["/", 400, "InvalidUrl"],
      ["/route/v1/driving", 400, "InvalidUrl"],
      ["/route/v1/rocket/1,1;2,2", 400, "InvalidQuery"],
      ["/route/v1/driving/1,1", 400, "InvalidQuery"],
      [`/route/v1/driving/${center};NaN,1`, 400, "InvalidQuery"],
      [`/route/v1/driving/${center};181,1`, 400, "InvalidQuery"],
      [`/route/v1/driving/${center};%00`, 400, "InvalidQuery"],
      [`/route/v1/driving/${center};28.86,46.98?geometries=geojson`, 400, "InvalidQuery"],
      [`/route/v1/driving/${Array.from({ length: 26 }, () => center).join(";")}`, 400, "InvalidQuery"],
      [`/route/v1/driving/${Array.from({ length: 101 }, () => center).join(";")}`, 400, "InvalidQuery"],
      [`/route/v1/driving/${center};28.2,46.2`, 400, "NoSegment"],
      [`/route/v1/driving/${center};-70,-33`, 400, "NoRoute"],
      [`/table/v1/foot/${center};28.86,46.98?sources=9&destinations=0`, 400, "InvalidQuery"],
      [`/table/v1/foot/${center};-70,-33?sources=0&destinations=1`, 400, "NoTable"],
    ];
    for (const [path, status, code] of odd) {
      const { status: got, body } = await ask(path);
      expect([path, got, body.code]).toEqual([path, status, code]);
    }
    expect((await ask(`/route/v1/foot/${center};${center}`)).body.code).toBe("Ok");
    const table = await fetch(`${roads.url}/table/v1/bike/${center};28.84,47.02?sources=0;1&destinations=1`);
    expect(await table.json()).toMatchObject({ code: "Ok", durations: [[expect.any(Number)], [0]] });
  });

  it("the engine switches to another city at once, and has no roads while there is no city", async () => {
    const version = async () => (await (await fetch(`${roads.url}/health`)).json()).version;
    const stated = async (path: string) => (await (await fetch(roads.url + path)).json()).data_version;
    const trips = ["28.8323,47.0245;28.86,46.98", "28.8323,47.0245;-70,-33"];
    const versionsStated = () => Promise.all(trips.map((places) => stated(`/route/v1/driving/${places}`)));
    expect(await version()).toBe(VERSION);
    expect(await versionsStated()).toEqual([VERSION, VERSION]);
    const pid = roads.pid();
    await roads.serve("000000000002");
    await pollUntil(async () => (await version()) === "000000000002");
    expect(await versionsStated()).toEqual(["000000000002", "000000000002"]);
    expect((await quote({ latitude: 47.0245, longitude: 28.8323 }, [somewhere()])).routing).toBe("roads");
    await roads.serve(null);
    await pollUntil(async () => (await version()) === null);
    expect(await versionsStated()).toEqual(["none", "none"]);
    expect((await quote({ latitude: 47.0245, longitude: 28.8323 }, [somewhere()])).routing).toBe("estimate");
    await roads.serve(VERSION);
    await pollUntil(async () => (await version()) === VERSION);
    expect(roads.pid()).toBe(pid);
  });

  describe("a failing engine", () => {
    const from = { latitude: 47.0245, longitude: 28.8323 };
    const trip = {
      pickup: from,
      dropoffs: [{ latitude: 46.9857, longitude: 28.857 }],
      routingMode: "sequential",
    } as const;

    it("fails no request while it is killed repeatedly, and restarts on the same port", async () => {
      let isOver = false;
      const killing = (async () => {
        for (let kill = 0; kill < 2; kill += 1) {
          await pollUntil(async () => roads.pid() !== undefined && (await isUp()));
          process.kill(roads.pid() ?? 0, "SIGKILL");
        }
        isOver = true;
      })();
      const routings = new Set<string>();
      const work = async () => {
        while (!isOver) routings.add((await quote(from, [somewhere()])).routing);
      };
      await Promise.all([killing, ...Array.from({ length: 4 }, work)]);
      expect(routings.has("estimate")).toBe(true);
      await pollUntil(isUp);
      expect(roads.lines.join("\n")).toMatch(/The road engine exited \(SIGKILL\); restarting in 0\.5 s\./);
      expect((await patient().routeTrip(trip)).source).toBe("roads");
    });

    const isUp = () =>
      fetch(`${roads.url}/health`).then(
        (answer) => answer.ok,
        () => false,
      );

    it("delays no request beyond its time limit while it hangs", async () => {
      const reasons: FallbackReason[] = [];
      const onFallback = (reason: FallbackReason) => reasons.push(reason);
      const router = createRouter({
        osrmUrl: roads.url,
        budgetMs: 200,
        tableBudgetMs: 100,
        deadlineMs: 60_000,
        onFallback,
      });
      const isOnRoads = async () =>
        (await router.routeTrip({ ...trip, pickup: somewhere() })).source === "roads";
      // On a busy machine the first requests may exceed the budget.
      await pollUntil(isOnRoads);
      reasons.length = 0;
      const pid = roads.pid() ?? 0;
      process.kill(pid, "SIGSTOP");
      try {
        expect(await router.timesTo(from, trip.dropoffs, "driving")).toBeNull();
        expect((await router.routeTrip({ ...trip, pickup: somewhere() })).source).toBe("estimate");
        expect((await router.routeTrip({ ...trip, pickup: somewhere() })).source).toBe("estimate");
        expect(reasons).toEqual(["timeout", "timeout", "down"]);
      } finally {
        process.kill(pid, "SIGCONT");
      }
      // Abandoned requests block no caller, and the probe enables the roads again.
      await pollUntil(isOnRoads);
      expect((await patient().routeTrip(trip)).source).toBe("roads");
    });

    it("exits with its parent process, however that ended", async () => {
      const script = `
        const { startRoadEngine } = await import("./packages/city/roads/road-engine-process.mjs");
        const engine = await startRoadEngine({ dataDir: process.argv[1], say: () => {} });
        process.stdout.write(String(engine.pid()));`;
      const parent = spawn(process.execPath, ["--input-type=module", "-e", script, roads.dataDir], {
        cwd: packageRoot(),
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [chunk] = await once(parent.stdout, "data");
      const pid = Number(String(chunk));
      expect(isAlive(pid)).toBe(true);
      parent.kill("SIGKILL");
      await pollUntil(async () => !isAlive(pid));
    });
  });

  it("a truncated or missing extract is reported in one line and leaves no files behind", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dropline-no-roads-"));
    const cut = join(folder, "cut.osm.pbf");
    const source = await open(EXTRACT);
    const { buffer } = await source.read(Buffer.alloc(500_000), 0, 500_000, 0);
    await source.close();
    const file = await open(cut, "w");
    await file.write(buffer);
    await file.close();
    for (const extract of [
      cut,
      join(packageRoot(), "docs/api-contract.md"),
      join(folder, "missing.osm.pbf"),
    ]) {
      const building = buildRoads({ extract, folder: join(folder, "roads"), onLine: () => {} });
      const error = await building.then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(RoadsError);
      expect((error as Error).message).toMatch(/^[^\n]{10,300}$/);
    }
    const ending = new AbortController();
    const building = buildRoads({
      extract: EXTRACT,
      folder: join(folder, "roads"),
      onLine: () => ending.abort(new Error("Enough.")),
      signal: ending.signal,
    });
    await expect(building).rejects.toThrow("Enough.");
    expect([existsSync(join(folder, "roads")), readdirSync(folder)]).toEqual([false, ["cut.osm.pbf"]]);
    await rm(folder, { recursive: true });
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
