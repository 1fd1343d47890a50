import { describe, expect, it } from "vitest";
import { findHouses, parseHouseNumber } from "@/lib/city/geocoding/address-grammar";

describe("a house number", () => {
  it.each([
    ["12", ["12"]],
    ["12a", ["12А", "12 А", "12а", "12A", "12-a", "12/а", '12 "A"']],
    ["12/3", ["12/3", "12\\3", "12 / 3"]],
    ["12k2", ["12к2", "12 к2", "12 к. 2", "12 корп. 2", "12, корпус 2", "12k2", "12/к2", "12 bl. 2"]],
    ["12s1", ["12с1", "12 стр. 1", "12 строение 1", "12, стр.1"]],
    ["12k2s3", ["12к2с3", "12 корп. 2 стр. 3", "12, корпус 2, строение 3"]],
    ["39litd", ["39 литД", "39 лит. Д", "39 литера Д", "39 lit D"]],
    ["6-8s1", ["6-8 с1", "6–8 стр. 1"]],
    ["11a/2s1b", ["11А/2 с1Б"]],
    ["2", ["вл2", "владение 2", "2"]],
    ["3r1/3", ["3R1/3"]],
  ])("%s is recognized in all its spellings", (key, written) => {
    expect(written.map((text) => parseHouseNumber(text)?.key)).toEqual(written.map(() => key));
  });

  it.each([
    ["65, of. 412", "65"],
    ["18/1 of.2", "18/1"],
    ["10/1кв.15", "10/1"],
    ["Nr.1", "1"],
    ["4/2 Căminul 4", "4/2"],
    ["MoldATSA 80/4", "80/4"],
  ])("%s is read without the text around it", (written, label) => {
    expect(parseHouseNumber(written)).toMatchObject({ key: label, text: label });
  });

  it("is null when the text has no number", () => {
    expect(parseHouseNumber("Bicomplex")).toBeNull();
    expect(parseHouseNumber("str. Alecu Russo")).toBeNull();
  });

  it("has a distinct key for each distinct house", () => {
    const different = ["12", "12a", "12b", "12/1", "12k1", "12s1", "12-14", "12lit a", "121"];
    expect(new Set(different.map((text) => parseHouseNumber(text)?.key)).size).toBe(different.length);
  });
});

describe("a house number in a search", () => {
  it("may be any number in the text", () => {
    expect(findHouses("31 August 1989 12").map(({ key }) => key)).toEqual(["31", "1989", "12"]);
  });

  it("is read with and without a separated suffix", () => {
    expect(findHouses("12 А Пушкина").map(({ key }) => key)).toEqual(["12a", "12"]);
    expect(findHouses("22 str. 31 August").map(({ key }) => key)).toEqual(["22s31", "22"]);
    expect(findHouses("12 А. Пушкина").map(({ key }) => key)).toEqual(["12"]);
  });

  it("is returned with its position in the text", () => {
    const text = "ул. Мира, д. 5к2, Москва";
    const [found] = findHouses(text);
    expect(text.slice(found?.start, found?.end)).toBe("5к2");
  });
});
