import { describe, expect, it } from "vitest";
import { ALWAYS_OPEN } from "@/lib/service-area/opening-hours";
import { MAX_ZONE_POSITIONS, readShape } from "@/lib/service-area/shape";
import { readZone, readZoneFile, writeZoneFile } from "@/lib/service-area/zone-file";
import { square, zoneFile } from "@/testing/zones";

const getProblems = (features: readonly object[]) =>
  readZoneFile(zoneFile(...features)).problems.map(({ path, code }) => [path, code]);
const shapeProblems = (type: string, coordinates: unknown) =>
  readShape({ type, coordinates }).problems.map(({ path, code }) => [path, code]);
const hours = { mon: "", tue: "", wed: "", thu: "", fri: "", sat: "", sun: "10:00-18:00" };
const specialHours = "2026-12-31 10:00-14:00, 15:00-16:00\n\n2027-01-01  Closed";

describe("a zone file", () => {
  it("is read with names, hours, local time zone, holes and several parts, and written back the same", () => {
    const file = zoneFile(
      {
        name: "Center",
        hours: { mon: "09:00-14:00, 15:00-22:00", sat: "18:00-02:00", sun: "closed" },
        specialHours: { "2027-01-01": "closed", "2026-12-31": "10:00-16:00" },
        waitingLimit: 20,
        rings: [square(30, 59, 1), square(30.4, 59.4, 0.2)],
      },
      { name: "Кишинёв", rings: [square(28.8, 47, 0.1)], more: [[square(29, 47, 0.1)]] },
    );
    const { zones } = readZoneFile(file);
    expect(
      zones?.map(({ name, timeZone, polygons }) => [name, timeZone, polygons.map((rings) => rings.length)]),
    ).toEqual([
      ["Center", "Europe/Moscow", [2]],
      ["Кишинёв", "Europe/Chisinau", [1, 1]],
    ]);
    expect(zones?.[0]?.hours).toEqual({
      mon: "09:00-14:00, 15:00-22:00",
      tue: null,
      wed: null,
      thu: null,
      fri: null,
      sat: "18:00-02:00",
      sun: null,
    });
    expect(zones?.map((zone) => zone.specialHours)).toEqual([
      { "2026-12-31": "10:00-16:00", "2027-01-01": null },
      {},
    ]);
    expect(zones?.[1]?.hours).toEqual(ALWAYS_OPEN);
    expect(zones?.map(({ waitingLimit }) => waitingLimit)).toEqual([20, null]);
    expect(readZoneFile(writeZoneFile(zones ?? [])).zones).toEqual(zones);
  });

  it("reports all its errors at once", () => {
    const open = square(30, 59, 1).slice(0, -1);
    expect(
      getProblems([
        { name: " ", hours: { mon: "9-22", holiday: "10:00-12:00" }, rings: [open] },
        {
          name: "A",
          rings: [
            [
              [0, 0],
              [2, 2],
              [2, 0],
              [0, 2],
              [0, 0],
            ],
          ],
        },
        {
          name: "a",
          hours: {},
          specialHours: { "2027-02-30": "closed" },
          waitingLimit: 0,
          rings: [[[0, 91], [181, 0], "?", [0, 91]]],
        },
      ]),
    ).toEqual([
      ["features.0.properties.name", "zone_name"],
      ["features.0.properties.hours.holiday", "weekday"],
      ["features.0.properties.hours.mon", "hours"],
      ["features.0.geometry.coordinates.0", "not_closed"],
      ["features.1.geometry.coordinates.0", "crosses_itself"],
      ["features.2.properties.hours.mon", "never_open"],
      ["features.2.properties.special_hours", "special_hours"],
      ["features.2.properties.waiting_limit", "waiting_limit"],
      ["features.2.geometry.coordinates.0.0", "latitude"],
      ["features.2.geometry.coordinates.0.1", "longitude"],
      ["features.2.geometry.coordinates.0.2", "not_a_position"],
      ["features.2.geometry.coordinates.0.3", "latitude"],
      ["features.2.properties.name", "zone_twice"],
    ]);
  });

  it.each<[string, string, [string, string]]>([
    ["is not JSON", "{", ["", "not_json"]],
    ["is not an object", "[]", ["", "not_json"]],
    ["is another type of object", '{"type":"Topology"}', ["type", "not_a_collection"]],
    ["is empty", '{"type":"FeatureCollection","features":[]}', ["features", "no_zones"]],
    [
      "has too many zones",
      zoneFile(
        ...Array.from({ length: 51 }, (_, index) => ({ name: `${index}`, rings: [square(index, 0, 1)] })),
      ),
      ["features", "too_many_zones"],
    ],
    [
      "has a feature that is not an area",
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[0,0]}}]}',
      ["features.0.geometry.type", "not_a_shape"],
    ],
  ])("is refused when it %s", (_, file, problem) => {
    expect(readZoneFile(file).problems.map(({ path, code }) => [path, code])).toEqual([problem]);
  });
});

describe("a zone shape", () => {
  it.each<[string, string, unknown, [string, string][]]>([
    [
      "over the 180th meridian",
      "Polygon",
      [
        [
          [179, 0],
          [-179, 0],
          [-179, 1],
          [179, 1],
          [179, 0],
        ],
      ],
      [
        ["coordinates.0.1", "antimeridian"],
        ["coordinates.0.3", "antimeridian"],
      ],
    ],
    [
      "of two corners",
      "Polygon",
      [
        [
          [0, 0],
          [1, 1],
          [0, 0],
        ],
      ],
      [["coordinates.0", "too_few_positions"]],
    ],
    [
      "that goes back on its own line",
      "Polygon",
      [
        [
          [0, 0],
          [2, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
      [["coordinates.0", "crosses_itself"]],
    ],
    [
      "that touches itself",
      "Polygon",
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [2, 0],
          [0, 4],
          [0, 0],
        ],
      ],
      [["coordinates.0", "crosses_itself"]],
    ],
    [
      "with a position twice",
      "Polygon",
      [
        [
          [0, 0],
          [1, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
      [["coordinates.0.2", "repeated_position"]],
    ],
    [
      "with a hole outside",
      "Polygon",
      [square(0, 0, 2), square(3, 3, 1)],
      [["coordinates.1", "hole_outside"]],
    ],
    [
      "with a hole over its border",
      "Polygon",
      [square(0, 0, 2), square(1, 1, 2)],
      [["coordinates.1", "hole_outside"]],
    ],
    ["without polygons", "MultiPolygon", [], [["coordinates", "not_a_list"]]],
    ["without rings", "Polygon", [], [["coordinates", "not_a_list"]]],
    [
      "that is a line",
      "LineString",
      [
        [0, 0],
        [1, 1],
      ],
      [["type", "not_a_shape"]],
    ],
  ])("%s is refused", (_, type, coordinates, problems) => {
    expect(shapeProblems(type, coordinates)).toEqual(problems);
  });

  it("is rejected for too many positions before anything is computed", () => {
    const ring = Array.from({ length: MAX_ZONE_POSITIONS + 1 }, (_, index) => [index / 100, 0]);
    expect(shapeProblems("Polygon", [ring])).toEqual([["coordinates", "too_many_positions"]]);
  });

  it("may reach the 180th meridian, touch a corner of its hole, and contain heights", () => {
    const reaching = [
      [
        [179, 0, 5],
        [180, 0, 5],
        [180, 1, 5],
        [179, 1, 5],
        [179, 0, 5],
      ],
    ];
    expect(shapeProblems("Polygon", reaching)).toEqual([]);
    const touching = [
      square(0, 0, 4),
      [
        [0, 0],
        [1, 1],
        [2, 1],
        [0, 0],
      ],
    ];
    expect(shapeProblems("Polygon", touching)).toEqual([]);
  });
});

describe("a zone form", () => {
  it("accepts a geometry or a feature, and reports errors by its own fields", () => {
    const shape = { type: "Polygon", coordinates: [square(30, 59, 1)] };
    for (const sent of [shape, { type: "Feature", properties: {}, geometry: shape }]) {
      const { zones } = readZone({
        name: " Центр  города ",
        hours,
        specialHours,
        waitingLimit: " 20 ",
        shape: JSON.stringify(sent),
      });
      expect(zones?.[0]).toMatchObject({
        name: "Центр города",
        hours: { sat: null, sun: "10:00-18:00" },
        specialHours: { "2026-12-31": "10:00-14:00, 15:00-16:00", "2027-01-01": null },
        waitingLimit: 20,
      });
    }
    const wrong = readZone({
      name: "",
      hours: { ...hours, mon: "late" },
      specialHours: "2026-13-01 closed",
      waitingLimit: "2.5",
      shape: "{}",
    });
    expect(wrong.problems.map(({ path, code }) => [path, code])).toEqual([
      ["name", "zone_name"],
      ["mon", "hours"],
      ["special_hours", "special_hours"],
      ["waiting_limit", "waiting_limit"],
      ["shape", "not_json"],
    ]);
  });
});
