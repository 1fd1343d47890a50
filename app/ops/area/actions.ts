"use server";

import * as z from "zod";
import { action } from "@/app/action";
import { getPauseTimeZone } from "@/app/ops/area/get-pause-time-zone";
import type { Problem } from "@/components/ui/form-state";
import type { Context } from "@/lib/context";
import { MINUTE_MS } from "@/lib/duration";
import { putOffOrders } from "@/lib/orders/put-off-orders";
import { type AreaChange, changeServiceArea } from "@/lib/service-area/change-service-area";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { findNextTime, WEEKDAYS, type Weekday } from "@/lib/service-area/opening-hours";
import { longestTrip, pausedZone, pauseForm } from "@/lib/service-area/schema";
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
  permission: "service.manage_area",
  audit: "service_area.change",
  async work({ context, input }) {
    return apply(context, { type: "switch", isOn: input.on === "true" }, "zones");
  },
});

export const limitTrips = action({
  permission: "service.manage_area",
  audit: "service_area.change",
  input: z.object({ longest_trip: z.string().default("").pipe(longestTrip) }),
  async work({ context, input }) {
    return apply(context, { type: "limit", maxTripMeters: input.longest_trip }, "longest_trip");
  },
});

export const pause = action({
  permission: "service.dispatch_orders",
  audit: "service_area.change",
  input: pauseForm,
  async work({ context, input: { zone, for: choice, until: time } }) {
    const now = context.clock.now();
    const { zones } = await getServiceArea(context);
    // A typed time is meant, whatever is selected.
    const until =
      choice === "until" || time !== ""
        ? findNextTime(time, getPauseTimeZone(zones, zone), now)
        : new Date(now.getTime() + Number(choice) * MINUTE_MS);
    if (until === null) return { problems: [{ field: "until", code: "time_of_day" }] };
    return apply(context, { type: "pause", zone, until }, "until");
  },
});

export const resume = action({
  permission: "service.dispatch_orders",
  audit: "service_area.change",
  input: pausedZone,
  async work({ context, input: { zone } }) {
    return apply(context, { type: "resume", zone }, "zones");
  },
});

/** Puts off the orders that a pause affects and that are not collected. */
export const putOff = action({
  permission: "service.dispatch_orders",
  audit: "order.change",
  input: pausedZone,
  async work({ context, input: { zone } }) {
    return { subject: String(await putOffOrders(context, zone)) };
  },
});

export const saveZone = action({
  permission: "service.manage_area",
  audit: "service_area.change",
  async work({
    context,
    input: { name = "", was = "", shape = "", special_hours = "", waiting_limit = "", ...days },
  }) {
    const hours = Object.fromEntries(WEEKDAYS.map((day) => [day, days[day] ?? ""])) as Record<
      Weekday,
      string
    >;
    const read = readZone({ name, hours, specialHours: special_hours, waitingLimit: waiting_limit, shape });
    const [zone] = read.zones ?? [];
    if (zone === undefined)
      return { problems: problemsIn(read.problems, (path) => path.replace(/^shape\./, "shape:")) };
    const refused = await apply(context, { type: "replace", name: was, zone }, "name");
    return refused ?? { result: zone.name };
  },
});

export const deleteZone = action({
  permission: "service.manage_area",
  audit: "service_area.change",
  async work({ context, input: { name = "" } }) {
    return apply(context, { type: "delete", name }, "zones");
  },
});

export const importZones = action({
  permission: "service.manage_area",
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
