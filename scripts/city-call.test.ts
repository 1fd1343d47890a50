import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseCityCall } from "@/scripts/city-call";

describe("a call of npm run city", () => {
  let folder: string;
  const parse = (...words: string[]) => parseCityCall(words, folder);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "dropline-call-"));
    writeFileSync(join(folder, "new-town-latest.osm.pbf"), "");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("reads a file in the folder of the call, and uses defaults for the rest", () => {
    expect(parse("new-town-latest.osm.pbf")).toEqual({
      kind: "build",
      source: join(folder, "new-town-latest.osm.pbf"),
      name: "New Town",
      bbox: null,
    });
  });

  it("accepts a URL, a name and bounds, including the western and southern hemispheres", () => {
    const call = parse("https://host.example/x.osm.pbf", "--name", " Río ", "--bbox=-43.3,-23,-43.1,-22.8");
    expect(call).toEqual({
      kind: "build",
      source: "https://host.example/x.osm.pbf",
      name: "Río",
      bbox: { west: -43.3, south: -23, east: -43.1, north: -22.8 },
    });
  });

  it("shows the city with --show, and help with --help or without arguments", () => {
    expect([parse("--show"), parse("--help"), parse("-h"), parse()].map(({ kind }) => kind)).toEqual([
      "show",
      "help",
      "help",
      "help",
    ]);
  });

  it("reports all its errors at once", () => {
    expect(() => parse("nowhere.pbf", "other.pbf", "--bbox", "1,2,3", "--name", " ", "--color")).toThrow(
      'there is no --color; "other.pbf" is one file too many; there is no file "nowhere.pbf"; --name needs a name; ' +
        '--bbox must be four numbers of degrees, W,S,E,N, not "1,2,3". See npm run city -- --help',
    );
  });

  it.each([
    [["--bbox", "1,2,3,4"], /which file/],
    [["ftp://host.example/x.pbf"], /only http and https/],
    [["http://"], /is no address/],
    [["."], /is no file/],
    [["--show", "x.pbf"], /--show takes no file/],
    [["new-town-latest.osm.pbf", "--bbox"], /--bbox needs W,S,E,N/],
    [["new-town-latest.osm.pbf", "--bbox", "47,28,47.2,99"], /is not on Earth/],
    [["new-town-latest.osm.pbf", "--bbox", "29,47,28,48"], /west beyond its east/],
    [["new-town-latest.osm.pbf", "--bbox", "1,,2,3"], /four numbers/],
    [["new-town-latest.osm.pbf", "--name"], /--name needs a name/],
  ])("is refused with the arguments %j", (words, message) => {
    expect(() => parse(...words)).toThrow(message);
  });
});
