import { afterEach, expect, it } from "vitest";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { type AreaChange, changeServiceArea } from "@/lib/service-area/change-service-area";
import { readZoneFile } from "@/lib/service-area/zone-file";
import { describeOnOwnServer } from "@/testing/adapters";
import { type ApiAnswer, getFields, newId, orderBody, orderBodyWith } from "@/testing/api-client";
import { runText } from "@/testing/run-text";
import { pollUntil } from "@/testing/until";
import { square, zoneFile } from "@/testing/zones";

const OUTSIDE = "is outside the service area";
const QUOTES = "/v1/partner/quotes";

const getIssues = ({ error }: Pick<ApiAnswer, "error">): { field: string; message: string }[] =>
  JSON.parse(error.details);
const output = (answer: Pick<ApiAnswer, "error">) =>
  getIssues(answer).map(({ field, message }) => `${field} ${message.split(";")[0]}`);

describeOnOwnServer("the service area", (stage) => {
  /** Notifications keep their order, so the service knows of a change once it has requested two more of itself. */
  const serviceIsNotified = async () => {
    // On Next, a service listens from its first request.
    await stage().api.get("/v1/partner/ping");
    const readBeat = async () => {
      const [beat] = await runText(
        stage().db,
        `SELECT max(query_start)::text AS at FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE '%pg_notify($1, $2)%' AND pid <> pg_backend_pid()`,
      );
      return beat?.at;
    };
    for (let beats = 0; beats < 2; beats += 1) {
      const last = await readBeat();
      await pollUntil(async () => ![undefined, last].includes(await readBeat()));
    }
  };
  const change = async (made: AreaChange) => {
    const clock = { now: () => new Date() };
    const { refusal } = await changeServiceArea({ db: stage().db, clock, dispatch: DEFAULT_DISPATCH }, made);
    expect(refusal).toBeNull();
    await serviceIsNotified();
  };
  /** Turns on the zones of a file. Saint Petersburg is at 59.93, 30.33. */
  const serve = async (...zones: Parameters<typeof zoneFile>) => {
    const read = readZoneFile(zoneFile(...zones));
    await change({ type: "put", zones: read.zones ?? [] });
    await change({ type: "switch", isOn: true });
  };
  const city = { name: "City", rings: [square(30, 59.5, 1)] };
  /** Everything but the square with the order's stops. */
  const around = { name: "Around", rings: [square(20, 50, 20), square(30, 59.5, 1)] };
  /** Hours that are closed all around now. */
  const closedNow = () => {
    const weekday = new Date().getUTCDay();
    const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
    return { name: "City", hours: { [days[(weekday + 3) % 7] ?? ""]: "11:00-12:00" }, rings: city.rings };
  };
  const elsewhere = { latitude: 55.75, longitude: 37.61 };
  const moved = (stop: ReturnType<typeof orderBody>["dropoffs"][number]) => ({
    ...stop,
    address: { ...stop.address, latitude: 61.2 },
  });
  const getQuote = (body: ReturnType<typeof orderBody>, more: object = {}) => {
    const point = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
      latitude,
      longitude,
    });
    const dropoffs = body.dropoffs.map(({ address }) => point(address));
    return { pickup: point(body.pickup.address), dropoffs, ...more };
  };
  const buildPath = (id: string) => `/v1/partner/orders/${id}`;

  afterEach(async () => {
    await change({ type: "switch", isOn: false });
    await change({ type: "limit", maxTripMeters: null });
  });

  it("accepts every order while it is off, whatever the zones are (AREA-1)", async () => {
    await serve({ name: "City", rings: [square(0, 0, 1)] });
    await change({ type: "switch", isOn: false });
    const body = orderBody();
    expect((await stage().api.post(QUOTES, getQuote(body))).status).toBe(200);
    expect((await stage().api.create(body)).status).toBe(201);
  });

  it("accepts stops inside and reports each other one by its latitude, at once on every process (AREA-1, AREA-2)", async () => {
    await serve(city);
    const body = orderBodyWith(2);
    expect((await stage().api.post(QUOTES, getQuote(body))).status).toBe(200);
    expect((await stage().api.create(body)).status).toBe(201);
    await serve(around);
    await change({ type: "delete", name: "City" });
    const quote = await stage().api.post(QUOTES, getQuote(body));
    expect(quote.status).toBe(400);
    expect(output(quote)).toEqual([
      `pickup.latitude ${OUTSIDE}`,
      `dropoffs.0.latitude ${OUTSIDE}`,
      `dropoffs.1.latitude ${OUTSIDE}`,
    ]);
    const order = await stage().api.create({ ...body, external_order_id: newId() });
    expect([order.status, ...output(order)]).toEqual([
      400,
      `pickup.address.latitude ${OUTSIDE}`,
      `dropoffs.0.address.latitude ${OUTSIDE}`,
      `dropoffs.1.address.latitude ${OUTSIDE}`,
    ]);
    await change({ type: "put", zones: readZoneFile(zoneFile(city)).zones ?? [] });
    expect((await stage().api.post(QUOTES, getQuote(body))).status).toBe(200);
  });

  it("refuses orders for the time of a pause, with its zone and end, and accepts those for later (AREA-5)", async () => {
    await serve(city);
    const earlier = orderBody();
    expect((await stage().api.create(earlier)).status).toBe(201);
    const until = new Date(Date.now() + 2 * 3_600_000);
    await change({ type: "pause", zone: "City", until });
    const refused = await stage().api.create(orderBody());
    expect([refused.status, ...getFields(refused)]).toEqual([
      400,
      "pickup.address.latitude",
      "dropoffs.0.address.latitude",
    ]);
    const message = `is in the zone "City", which is paused at the requested time; service resumes at ${until.toISOString()}`;
    expect(new Set(getIssues(refused).map((issue) => issue.message))).toEqual(new Set([message]));
    expect((await stage().api.post(QUOTES, getQuote(orderBody()))).status).toBe(400);
    const at = (minutes: number) => new Date(until.getTime() + minutes * 60_000).toISOString();
    expect((await stage().api.create({ ...orderBody(), delivery_time: at(-1) })).status).toBe(400);
    for (const times of [{ delivery_time: at(0) }, { ready_at: at(1) }])
      expect((await stage().api.create({ ...orderBody(), ...times })).status).toBe(201);
    const quote = getQuote(orderBody(), { delivery_time: at(0) });
    expect((await stage().api.post(QUOTES, quote)).status).toBe(200);
    expect((await stage().api.create(earlier)).status).toBe(200);
    const path = buildPath(earlier.external_order_id);
    expect((await stage().api.send("PATCH", path, { comment: "Ring twice" })).status).toBe(200);
    await change({ type: "resume", zone: "City" });
    expect((await stage().api.create(orderBody())).status).toBe(201);
  });

  it("refuses every order while the whole service is paused, also with the area off, until the pause ends (AREA-5)", async () => {
    const until = new Date(Date.now() + 1_500);
    await change({ type: "pause", zone: null, until: new Date(Date.now() + 3_600_000) });
    const refused = await stage().api.create(orderBody());
    expect([refused.status, ...output(refused)]).toEqual([
      400,
      "pickup.address.latitude cannot be served while the service is paused",
      "dropoffs.0.address.latitude cannot be served while the service is paused",
    ]);
    await change({ type: "resume", zone: null });
    await change({ type: "pause", zone: null, until });
    await pollUntil(async () => (await stage().api.create(orderBody())).status === 201);
    expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
  });

  it("lets the innermost of several zones decide (AREA-3)", async () => {
    const inner = { name: "Center", rings: [square(30.2, 59.8, 0.4)] };
    await serve(city, inner);
    await change({ type: "pause", zone: "City", until: new Date(Date.now() + 3_600_000) });
    expect((await stage().api.create(orderBody())).status).toBe(201);
    await change({ type: "pause", zone: "Center", until: new Date(Date.now() + 3_600_000) });
    expect((await stage().api.create(orderBody())).status).toBe(400);
    await change({ type: "delete", name: "Center" });
    await change({ type: "resume", zone: "City" });
  });

  it("accepts no order after a pause has reached the process, whatever runs at the same time (AREA-5)", async () => {
    const statuses: { status: number; isAfter: boolean }[] = [];
    let isPaused = false;
    const create = async () => {
      const isAfter = isPaused;
      const { status } = await stage().api.create(orderBody());
      statuses.push({ status, isAfter });
    };
    const before = Array.from({ length: 25 }, create);
    await change({ type: "pause", zone: null, until: new Date(Date.now() + 3_600_000) });
    isPaused = true;
    await Promise.all([...before, ...Array.from({ length: 25 }, create)]);
    await change({ type: "resume", zone: null });
    expect(statuses.filter(({ isAfter }) => isAfter).map(({ status }) => status)).toEqual(
      Array(25).fill(400),
    );
    expect(
      statuses.filter(({ isAfter }) => !isAfter).every(({ status }) => [201, 400].includes(status)),
    ).toBe(true);
  });

  it("does not affect an existing order whose stops have left the area (AREA-4)", async () => {
    await serve(city);
    const body = orderBodyWith(2);
    expect((await stage().api.create(body)).status).toBe(201);
    await serve({ name: "City", rings: [square(0, 0, 1)] });
    expect((await stage().api.create(body)).status).toBe(200);
    const path = buildPath(body.external_order_id);
    expect((await stage().api.send("PUT", path, body)).status).toBe(200);
    expect((await stage().api.send("PATCH", path, { comment: "hello", cargo_size: "L" })).status).toBe(200);
    expect((await stage().api.get(path)).status).toBe(200);
    expect((await stage().api.post(`${path}/cancel`)).status).toBe(200);
  });

  it("checks the stops that an edit moves, and all stops when it changes the time (AREA-4)", async () => {
    const body = orderBodyWith(2);
    expect((await stage().api.create(body)).status).toBe(201);
    await serve(around);
    const path = buildPath(body.external_order_id);
    const [first, second] = body.dropoffs;
    if (first === undefined || second === undefined) throw new Error("The body has fewer than two dropoffs");
    const put = (change: object) => stage().api.send("PUT", path, { ...body, ...change });
    const patch = (change: object) => stage().api.send("PATCH", path, change);
    await change({
      type: "replace",
      name: "City",
      zone: (readZoneFile(zoneFile({ name: "City", rings: [square(0, 0, 1)] })).zones ?? [])[0] as never,
    });
    await change({ type: "delete", name: "Around" });
    expect(output(await put({ dropoffs: [first, moved(second)] }))).toEqual([
      `dropoffs.1.address.latitude ${OUTSIDE}`,
    ]);
    expect(output(await patch({ dropoffs: [{ index: 1, address: { latitude: 61.2 } }] }))).toEqual([
      `dropoffs.0.address.latitude ${OUTSIDE}`,
    ]);
    expect((await put({ dropoffs: [second, first] })).status).toBe(200);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(getFields(await patch({ delivery_time: tomorrow }))).toEqual([
      "pickup.address.latitude",
      "dropoffs.0.address.latitude",
      "dropoffs.1.address.latitude",
    ]);
  });

  it("accepts orders in a zone during its hours, at the delivery time or else now (AREA-3)", async () => {
    await serve(closedNow());
    const body = orderBody();
    const now = await stage().api.post<unknown>(QUOTES, getQuote(body));
    expect(now.status).toBe(400);
    const [issue] = getIssues(now);
    expect(issue?.message).toMatch(
      /^is outside service hours at the requested time; service resumes at 20\d\d-.*Z$/,
    );
    const opensAt = new Date(issue?.message.slice(-24) ?? "");
    const inTime = { delivery_time: new Date(opensAt.getTime() + 60_000).toISOString() };
    const late = { delivery_time: new Date(opensAt.getTime() + 3_600_000).toISOString() };
    expect((await stage().api.post(QUOTES, getQuote(body, inTime))).status).toBe(200);
    expect((await stage().api.create({ ...body, ...inTime })).status).toBe(201);
    expect((await stage().api.post(QUOTES, getQuote(body, late))).status).toBe(400);
    const order = await stage().api.create({ ...body, ...late, external_order_id: newId() });
    expect(getFields(order)).toEqual(["pickup.address.latitude", "dropoffs.0.address.latitude"]);
  });

  it("is reported together with every other problem, one problem per field (AREA-2)", async () => {
    await serve(city);
    await change({ type: "limit", maxTripMeters: 300_000 });
    const body = orderBodyWith(2);
    const [first, second] = body.dropoffs;
    const dropoffs = [first, { ...second, address: { ...second?.address, ...elsewhere } }];
    const wrong = { ...body, dropoffs, cargo_size: "?", delivery_time: "2020-01-01T00:00:00Z" };
    const answer = await stage().api.create(wrong as unknown as typeof body);
    expect(getFields(answer)).toEqual([
      "cargo_size",
      "dropoffs.1.address.latitude",
      "dropoffs.1.address.longitude",
      "delivery_time",
    ]);
    expect(output(answer)).toContain(`dropoffs.1.address.latitude ${OUTSIDE}`);
    const quote = await stage().api.post(QUOTES, {
      pickup: elsewhere,
      dropoffs: [{ latitude: 91, longitude: 0 }],
    });
    expect(getFields(quote)).toEqual(["dropoffs.0.latitude", "pickup.latitude"]);
    await stage().api.create(body);
    const path = buildPath(body.external_order_id);
    const patch = await stage().api.send("PATCH", path, { comment: 1, pickup: { address: elsewhere } });
    expect(getFields(patch)).toEqual(["comment", "pickup.address.latitude", "pickup.address.longitude"]);
  });

  it("applies the operators' longest trip in every operation (LIM-14)", async () => {
    const body = orderBody();
    const far = getQuote({ ...body, dropoffs: body.dropoffs.map(moved) });
    expect((await stage().api.post(QUOTES, far)).status).toBe(200);
    await change({ type: "limit", maxTripMeters: 50_000 });
    const refused = await stage().api.post(QUOTES, far);
    expect(getFields(refused)).toEqual(["dropoffs.0.latitude", "dropoffs.0.longitude"]);
    expect(output(refused)[0]).toContain("length of 50 km");
    const order = await stage().api.create({ ...body, dropoffs: body.dropoffs.map(moved) });
    expect(output(order)[0]).toContain("length of 50 km");
    expect((await stage().api.create(body)).status).toBe(201);
    const path = buildPath(body.external_order_id);
    const put = await stage().api.send("PUT", path, { ...body, dropoffs: body.dropoffs.map(moved) });
    expect(output(put)[0]).toContain("length of 50 km");
    await change({ type: "limit", maxTripMeters: 5_000_000 });
    expect((await stage().api.post(QUOTES, { ...far, pickup: elsewhere })).status).toBe(200);
  });
});
