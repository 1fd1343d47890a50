import { expect, it } from "vitest";
import { inviteUser } from "@/lib/accounts/invite-user";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { getSetupSteps, type SetupStep } from "@/lib/console/get-setup-steps";
import { createCourier } from "@/lib/couriers/create-courier";
import { openDatabase } from "@/lib/db/client";
import { setTariff } from "@/lib/pricing/set-tariff";
import { chooseRetention } from "@/lib/privacy/retention";
import { type AreaChange, changeServiceArea } from "@/lib/service-area/change-service-area";
import { readZoneFile } from "@/lib/service-area/zone-file";
import { LINK_SETTINGS, newEmail } from "@/testing/account-side";
import { createDatabase } from "@/testing/database";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { CourierSide, FixedClock, makeClient } from "@/testing/shop";
import { makePerson } from "@/testing/sign-in";
import { square, zoneFile } from "@/testing/zones";

it("finds each step of a new company done by what it stands for", async () => {
  const database = await createDatabase();
  const db = openDatabase(database.url, 4);
  const { context } = new CourierSide(db, new FixedClock("2026-12-01T12:00:00.000Z"));
  const listDone = async () =>
    Object.entries(await getSetupSteps(db)).flatMap(([step, isDone]) => (isDone ? [step] : []));
  const expected: SetupStep[] = [];
  const takeStep = async (step: SetupStep, work: () => Promise<unknown>) => {
    await work();
    expected.push(step);
    expect((await listDone()).toSorted()).toEqual(expected.toSorted());
  };
  try {
    expect(await listDone()).toEqual([]);
    const transport = { type: "foot" } as const;
    await createCourier(db, { name: "Simulated", phone: "+79115550001", transport, isSimulated: true });
    await makePerson(db, null, "owner");
    expect(await listDone()).toEqual([]);
    await takeStep("colleague", () =>
      inviteUser(context, {
        accountId: null,
        email: newEmail(),
        roles: ["support"],
        invitedById: null,
        settings: LINK_SETTINGS,
      }),
    );
    await takeStep("tariff", () => setTariff(db, HIGHER_TARIFF));
    await takeStep("courier", () =>
      createCourier(db, { name: "Pavel", phone: "+79115550002", transport, isSimulated: false }),
    );
    await takeStep("shop", () => makeClient(db));
    await takeStep("retention", () => chooseRetention(context, null));
    const change = (made: AreaChange) =>
      changeServiceArea({ db, clock: context.clock, dispatch: DEFAULT_DISPATCH }, made);
    const { zones } = readZoneFile(zoneFile({ name: "City", rings: [square(28, 47, 1)] }));
    await change({ type: "put", zones: zones ?? [] });
    expect((await listDone()).toSorted()).toEqual(expected.toSorted());
    await takeStep("area", () => change({ type: "switch", isOn: true }));
  } finally {
    await db.close();
    await database.drop();
  }
});
