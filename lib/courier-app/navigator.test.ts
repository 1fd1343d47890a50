import { describe, expect, it } from "vitest";
import { getNavigators, NAVIGATORS, navigationLink } from "@/lib/courier-app/navigator";

const place = { latitude: 59.93, longitude: 30.33 };

describe("a navigator", () => {
  it("gets a link to the place by car", () => {
    const links = [
      "https://yandex.ru/maps/?rtext=~59.93,30.33&rtt=auto",
      "yandexnavi://build_route_on_map?lat_to=59.93&lon_to=30.33",
      "https://2gis.ru/directions/tab/car/points/%7C30.33,59.93",
      "https://www.google.com/maps/dir/?api=1&destination=59.93,30.33&travelmode=driving",
      "https://waze.com/ul?ll=59.93,30.33&navigate=yes",
      "https://maps.apple.com/?daddr=59.93,30.33&dirflg=d",
      "geo:59.93,30.33?q=59.93,30.33",
    ];
    for (const transport of ["car", "van"] as const) {
      expect(NAVIGATORS.map((one) => navigationLink(one, place, transport))).toEqual(links);
    }
  });

  it.each([
    ["foot", "rtt=pd", "tab/pedestrian/", "travelmode=walking", "59.93,30.33&dirflg=w"],
    ["bike", "rtt=bc", "tab/bicycle/", "travelmode=bicycling", "daddr=59.93,30.33"],
  ] as const)("routes a courier whose vehicle is %s", (transport, yandex, dgis, google, apple) => {
    expect(navigationLink("yandex", place, transport)).toContain(yandex);
    expect(navigationLink("dgis", place, transport)).toContain(dgis);
    expect(navigationLink("google", place, transport)).toContain(google);
    expect(navigationLink("apple", place, transport).endsWith(apple)).toBe(true);
  });

  it("is offered only where the phone and the vehicle can use it", () => {
    expect(getNavigators(true, "car", "ru")).toEqual([
      "yandex",
      "yandexNavi",
      "dgis",
      "google",
      "waze",
      "apple",
    ]);
    expect(getNavigators(false, "van", "ru")).toEqual([
      "yandex",
      "yandexNavi",
      "dgis",
      "google",
      "waze",
      "system",
    ]);
    expect(getNavigators(true, "foot", "ru")).toEqual(["yandex", "dgis", "google", "apple"]);
    expect(getNavigators(false, "bike", "ru")).toEqual(["yandex", "dgis", "google", "system"]);
  });

  it("is listed last for readers of another language if it covers Russian-speaking countries", () => {
    expect(getNavigators(false, "car", "en")).toEqual([
      "google",
      "waze",
      "system",
      "yandex",
      "yandexNavi",
      "dgis",
    ]);
    expect(getNavigators(true, "foot", "en")).toEqual(["google", "apple", "yandex", "dgis"]);
  });
});
