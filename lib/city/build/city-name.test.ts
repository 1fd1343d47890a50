import { expect, it } from "vitest";
import { cityName, fileName } from "@/lib/city/build/city-name";

it.each([
  ["/data/saint-petersburg-latest.osm.pbf", "Saint Petersburg"],
  ["chisinau.osm.pbf", "Chisinau"],
  ["berlin-240101.osm.pbf", "Berlin"],
  ["Kuala_Lumpur.PBF", "Kuala Lumpur"],
  ["https://host.example/europe/r%C3%AEga.osm.pbf?token=1", "Rîga"],
  ["https://host.example/", "City"],
])("the source %s gives the city name %s", (source, name) => {
  expect(cityName(source)).toBe(name);
});

it("the name of a downloaded file cannot leave its folder", () => {
  expect(fileName("https://host.example/a/..%2F..%2Fetc%2Fpasswd")).toBe("..-..-etc-passwd");
  expect(fileName("https://host.example/a/%E0%A4%A")).toBe("%E0%A4%A");
});
