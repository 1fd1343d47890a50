import { describe, expect, it } from "vitest";
import { buildTimeline, hideStaffNames, type RecordedChange } from "@/lib/orders/detail/timeline";
import { NOT_STARTED } from "@/lib/orders/progress";

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second));
const change = (status: RecordedChange["status"], second: number, actorType = "job"): RecordedChange => ({
  status,
  changedAt: at(second),
  actorType,
  actorName: actorType === "job" ? null : `a ${actorType}`,
});
const event = (sequence: number, type: string, second: number, driverName: string | null = null) => ({
  sequence,
  type: `order.${type}`,
  createdAt: at(second),
  driverName,
  actorType: null,
  actorName: null,
});
const NO_PROGRESS = { acceptedAt: null, arrivedAt: null, dropoffs: [] };

describe("the timeline of an order", () => {
  it("lists each change once, with its event, in order", () => {
    const entries = buildTimeline(
      [change("new", 0, "key"), change("assigned", 2), change("in_progress", 5, "courier")],
      [
        event(1, "created", 0),
        event(2, "updated", 1),
        event(3, "assigned", 2, "Anna"),
        event(4, "driver_changed", 3),
        event(5, "courier_not_found", 4),
        event(6, "driver_changed", 4, "Boris"),
        event(7, "in_progress", 5),
      ],
      NO_PROGRESS,
    );
    expect(
      entries.map((entry) => [
        entry.type === "status" ? entry.status : entry.type,
        entry.event?.sequence,
        "driverName" in entry ? entry.driverName : undefined,
      ]),
    ).toEqual([
      ["new", 1, null],
      ["updated", 2, undefined],
      ["assigned", 3, "Anna"],
      ["driver_changed", 4, null],
      ["courier_not_found", 5, undefined],
      ["driver_changed", 6, "Boris"],
      ["in_progress", 7, null],
    ]);
  });

  it("sorts steps reported by one tap in the order they are taken", () => {
    const entries = buildTimeline(
      [change("delivered", 9), change("in_progress", 9), change("assigned", 9)],
      [],
      {
        acceptedAt: at(9),
        arrivedAt: at(9),
        dropoffs: [
          { ...NOT_STARTED, arrivedAt: at(9), deliveredAt: at(9) },
          { ...NOT_STARTED, arrivedAt: at(9), deliveredAt: at(9) },
        ],
      },
    );
    expect(
      entries.map((entry) => {
        if (entry.type === "status") return entry.status;
        return "dropoff" in entry ? `${entry.type} ${entry.dropoff}` : entry.type;
      }),
    ).toEqual([
      "assigned",
      "accepted",
      "arrived_at_pickup",
      "in_progress",
      "arrived 1",
      "handed_over 1",
      "arrived 2",
      "handed_over 2",
      "delivered",
    ]);
  });

  it("keeps the status changes when the journal no longer has the events", () => {
    expect(buildTimeline([change("new", 0), change("cancelled", 1)], [], NO_PROGRESS)).toHaveLength(2);
  });
});

describe("the history shown to an account's people", () => {
  it.each(["key", "user", "courier"])("shows the name of a %s", (actorType) => {
    expect(hideStaffNames([change("new", 0, actorType)])[0]?.actorName).toBe(`a ${actorType}`);
  });

  it.each(["operator", "job", "simulator", "future kind"])("hides the name of a %s", (actorType) => {
    expect(hideStaffNames([change("new", 0, actorType)])[0]).toMatchObject({ actorType, actorName: null });
  });
});
