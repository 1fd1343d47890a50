import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapMarker } from "@/components/map/map-marker";
import { renderWithProviders } from "@/testing/render";

const marker = (id: string, latitude: number): MapMarker => ({
  id,
  latitude,
  longitude: 28.83,
  kind: "dropoff",
  heading: null,
  tone: "normal",
  label: id,
});
const VERSION = "0123456789ab";
const STYLE = { sources: { city: { tiles: [`/map/${VERSION}/{z}/{x}/{y}`] } } };

describe("a map on a device without WebGL", () => {
  const draw = HTMLCanvasElement.prototype.getContext;
  let asked: string[];

  beforeEach(() => {
    asked = [];
    HTMLCanvasElement.prototype.getContext = (() => null) as typeof draw;
    vi.stubGlobal("fetch", async (url: string) => {
      asked.push(url);
      return Response.json(STYLE);
    });
  });
  afterEach(() => {
    HTMLCanvasElement.prototype.getContext = draw;
    vi.unstubAllGlobals();
  });
  const open = (markers: readonly MapMarker[], styleUrl: string | null = "/map/style/{theme}/en") =>
    renderWithProviders(
      <LazyMap
        markers={markers}
        lines={[{ id: "way", points: markers }]}
        label="The route"
        loading="Loading"
        failed="This device can’t move the map."
        styleUrl={styleUrl}
        locale="en"
      />,
    );

  it("is a picture of the area with markers and the route", async () => {
    open([marker("shop", 47.02), marker("door", 47.03)]);
    const picture = await screen.findByRole("img", { name: "The route" });
    expect(picture.querySelectorAll(".map-marker")).toHaveLength(2);
    expect(picture.querySelector("polyline")).not.toBeNull();
    await waitFor(() =>
      expect(document.querySelector(".streets")?.getAttribute("style")).toContain(`/map/${VERSION}/picture/`),
    );
    expect(asked).toEqual(["/map/style/light/en"]);
    expect(screen.getByRole("status").textContent).toBe("This device can’t move the map.");
  });

  it("has no streets where the style is another service's", async () => {
    open([marker("shop", 47.02)], "https://tiles.example/style.json");
    await screen.findByRole("img", { name: "The route" });
    expect([asked, document.querySelector(".streets")]).toEqual([[], null]);
  });

  it("is only its text while there is no place to show", async () => {
    open([]);
    await screen.findByText("This device can’t move the map.");
    expect(screen.queryByRole("img")).toBeNull();
  });
});
