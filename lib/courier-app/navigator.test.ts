import { expect, it } from "vitest";
import { getNavigators, NAVIGATORS, navigationLink } from "@/lib/courier-app/navigator";

it("each navigator gets a link to the place that works without its app", () => {
  const place = { latitude: 59.93, longitude: 30.33 };
  expect(NAVIGATORS.map((one) => navigationLink(one, place))).toEqual([
    "https://yandex.ru/maps/?rtext=~59.93,30.33&rtt=auto",
    "https://2gis.ru/directions/points/%7C30.33,59.93",
    "https://www.google.com/maps/dir/?api=1&destination=59.93,30.33",
    "https://maps.apple.com/?daddr=59.93,30.33",
    "geo:59.93,30.33?q=59.93,30.33",
  ]);
});

it("a phone is offered only navigators that its platform supports", () => {
  expect(getNavigators(true)).toEqual(["yandex", "dgis", "google", "apple"]);
  expect(getNavigators(false)).toEqual(["yandex", "dgis", "google", "system"]);
});
