import { expect, it } from "vitest";
import { systemClock } from "@/lib/clock";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import { listExamplePlaces } from "@/lib/docs/example-places";
import { placesWithoutCity } from "@/lib/drills/town";

it("example addresses are invented while the database is unreachable", async () => {
  const db = openDatabase("postgresql://unknown@127.0.0.1:1/none", 1);
  const places = await listExamplePlaces({ db, dispatch: DEFAULT_DISPATCH, clock: systemClock }, null, "en");
  const { shops, doors } = placesWithoutCity();
  expect(places).toEqual([...shops, ...doors]);
  await db.close();
});
