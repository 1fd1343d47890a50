import { afterAll, beforeAll, expect, it } from "vitest";
import type { TransportType } from "@/lib/couriers/vehicle";
import { execute } from "@/lib/db/sql";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { createContext } from "@/lib/process/runtime";
import { getOrCreateTestCourier, MAX_TEST_COURIERS } from "@/lib/sandbox/get-or-create-test-courier";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const PICKUP = { latitude: 55.75, longitude: 37.62 };

let local: LocalApi;

beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

async function replaceTestCouriers(type: TransportType): Promise<void> {
  await local.db.models.courier.deleteMany({ where: { mode: "test" } });
  await execute(local.db)`
    INSERT INTO couriers (name, phone, transport_type, mode, is_simulated, on_shift_since)
    SELECT 'Test ' || n, '+7000000' || n, ${type}::transport_type, 'test', true, now()
    FROM generate_series(1, ${MAX_TEST_COURIERS}::int) AS n`;
}

async function findCourierFor(cargoSize: CargoSize) {
  const context = createContext(local.runtime, { type: "job", id: "test" });
  const courierId = await local.db.transaction((tx) =>
    getOrCreateTestCourier(context, tx, { id: 0n, pickup: PICKUP, cargoSizes: [cargoSize] }),
  );
  return courierId === null ? null : local.db.models.courier.findUnique({ where: { id: courierId } });
}

it("at the limit of test couriers an idle one changes to the vehicle that an order needs", async () => {
  await replaceTestCouriers("car");
  expect(await findCourierFor("XL")).toMatchObject({ transportType: "van", make: "ГАЗ" });
  expect(await local.db.models.courier.count({ where: { mode: "test" } })).toBe(MAX_TEST_COURIERS);
  await replaceTestCouriers("foot");
  expect(await findCourierFor("S")).toMatchObject({ transportType: "car", make: "Dacia" });
});
