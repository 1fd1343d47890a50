"use server";

import { operatorAction } from "@/app/ops/submission";
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

export const switchArea = operatorAction("service_area.change", (context, values) =>
  apply(context, { type: "switch", isOn: values.on === "true" }, "zones"),
);

export const limitTrips = operatorAction("service_area.change", async (context, values) => {
  const parsed = longestTrip.safeParse(values.longest_trip ?? "");
  if (!parsed.success) return { problems: [{ field: "longest_trip", code: "longest_trip" }] };
  return apply(context, { type: "limit", maxTripMeters: parsed.data }, "longest_trip");
});

export const saveZone = operatorAction<string>("service_area.change", async (context, values) => {
  const hours = Object.fromEntries(WEEKDAYS.map((day) => [day, values[day] ?? ""])) as Record<
    Weekday,
    string
  >;
  const read = readZone({ name: values.name ?? "", hours, shape: values.shape ?? "" });
  const [zone] = read.zones ?? [];
  if (zone === undefined)
    return { problems: problemsIn(read.problems, (path) => path.replace(/^shape\./, "shape:")) };
  const refused = await apply(context, { type: "replace", name: values.was ?? "", zone }, "name");
  return refused ?? { result: zone.name };
});

export const deleteZone = operatorAction("service_area.change", (context, values) =>
  apply(context, { type: "delete", name: values.name ?? "" }, "zones"),
);

export const importZones = operatorAction("service_area.change", async (context, values) => {
  const { zones, problems } = readZoneFile(values.file ?? "");
  if (zones === null) {
    return { problems: problemsIn(problems, (path) => (path === "" ? "file" : `file:${path}`)) };
  }
  const refused = await apply(context, { type: "put", zones }, "file");
  return refused ?? { subject: String(zones.length) };
});
