"use server";

import * as z from "zod";
import { action } from "@/app/action";
import type { Problem } from "@/components/ui/form-state";
import type { Context } from "@/lib/context";
import { type AreaChange, changeServiceArea } from "@/lib/service-area/change-service-area";
import { WEEKDAYS, type Weekday } from "@/lib/service-area/opening-hours";
import { longestTrip } from "@/lib/service-area/schema";
import { readZone, readZoneFile, type ZoneProblem } from "@/lib/service-area/zone-file";

const MAX_PROBLEMS = 50;

async function apply(context: Context, change: AreaChange, field: string) {
  const { refusal } = await changeServiceArea(context, change);
  return refusal === null ? undefined : { problems: [{ field, code: refusal }] };
}

/** A problem inside a JSON text is shown at the field that contains the text. */
const problemsIn = (found: readonly ZoneProblem[], field: (path: string) => string): Problem[] =>
  found.slice(0, MAX_PROBLEMS).map(({ path, code }) => ({ field: field(path), code }));

export const switchArea = action({
  role: "operator",
  audit: "service_area.change",
  async work({ context, input }) {
    return apply(context, { type: "switch", isOn: input.on === "true" }, "zones");
  },
});

export const limitTrips = action({
  role: "operator",
  audit: "service_area.change",
  input: z.object({ longest_trip: z.string().default("").pipe(longestTrip) }),
  async work({ context, input }) {
    return apply(context, { type: "limit", maxTripMeters: input.longest_trip }, "longest_trip");
  },
});

export const saveZone = action({
  role: "operator",
  audit: "service_area.change",
  async work({ context, input: { name = "", was = "", shape = "", ...days } }) {
    const hours = Object.fromEntries(WEEKDAYS.map((day) => [day, days[day] ?? ""])) as Record<
      Weekday,
      string
    >;
    const read = readZone({ name, hours, shape });
    const [zone] = read.zones ?? [];
    if (zone === undefined)
      return { problems: problemsIn(read.problems, (path) => path.replace(/^shape\./, "shape:")) };
    const refused = await apply(context, { type: "replace", name: was, zone }, "name");
    return refused ?? { result: zone.name };
  },
});

export const deleteZone = action({
  role: "operator",
  audit: "service_area.change",
  async work({ context, input: { name = "" } }) {
    return apply(context, { type: "delete", name }, "zones");
  },
});

export const importZones = action({
  role: "operator",
  audit: "service_area.change",
  async work({ context, input: { file = "" } }) {
    const { zones, problems } = readZoneFile(file);
    if (zones === null) {
      return { problems: problemsIn(problems, (path) => (path === "" ? "file" : `file:${path}`)) };
    }
    const refused = await apply(context, { type: "put", zones }, "file");
    return refused ?? { subject: String(zones.length) };
  },
});
