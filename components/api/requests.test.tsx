import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { BodyView } from "@/components/api/body-view";
import { Histogram } from "@/components/api/histogram";
import { RequestFilters } from "@/components/api/request-filters";
import { RequestList } from "@/components/api/request-list";
import type { RequestFilter } from "@/lib/api/request-log/schema";
import { clickButton, renderWithProviders, setField } from "@/testing/render";

const NONE: RequestFilter = {
  status: null,
  keyId: null,
  externalOrderId: null,
  requestId: null,
  method: null,
  from: null,
  to: null,
};
const KEYS = [{ id: "17", name: "Till 5", prefix: "dl_live_4f2a", lastFour: "9Xyz" }];

const filters = (
  filter: Partial<RequestFilter> = {},
  more: { kept?: Record<string, string>; reset?: string } = {},
) => (
  <RequestFilters
    mode="test"
    filter={{ ...NONE, ...filter }}
    keys={KEYS}
    kept={more.kept ?? {}}
    reset={more.reset ?? null}
  />
);

/** Returns where the browser goes when the form is sent. */
function target(): string {
  const form = screen.getByRole<HTMLFormElement>("form");
  const sent = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return `${form.getAttribute("action")}?${new URLSearchParams(sent.filter(([, value]) => value !== ""))}`;
}

it("the request log is filtered by status, method, key, order and request id in the same mode", () => {
  renderWithProviders(filters());
  expect(target()).toBe("/dashboard/requests?mode=test");
  expect(screen.queryByRole("link", { name: "Show all" })).toBeNull();
  const choose = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  choose("Status", "404");
  choose("Method", "POST");
  choose("Key", "17");
  setField(screen.getByLabelText("Order, external_order_id"), "1042");
  setField(screen.getByLabelText("X-Request-Id"), "abc");
  expect(target()).toBe("/dashboard/requests?mode=test&order=1042&id=abc&status=404&method=POST&key=17");
  screen.getByRole("option", { name: "Till 5 (dl_live_4f2a…9Xyz)" });
});

it("the filter form shows the URL's filter, even with an unlisted status, and keeps the other parameters", () => {
  const filter = {
    status: 418,
    keyId: "17",
    method: "GET",
    externalOrderId: "1042",
    requestId: null,
  } as const;
  const saved = { follow: "1", period: "24h" };
  const { update } = renderWithProviders(
    filters(filter, { kept: saved, reset: "/dashboard/requests?mode=test" }),
  );
  expect(target()).toBe(
    "/dashboard/requests?mode=test&follow=1&period=24h&order=1042&status=418&method=GET&key=17",
  );
  expect(screen.getByRole("link", { name: "Show all" }).getAttribute("href")).toBe(
    "/dashboard/requests?mode=test",
  );
  update(filters({ status: "2xx" }));
  expect(target()).toBe("/dashboard/requests?mode=test&status=2xx");
});

const hour = (at: number) => `2026-11-21T${String(at).padStart(2, "0")}:00:00.000Z`;
const PARTS = [3, 0, 5, 1].map((calls, index) => ({
  from: new Date(hour(10 + index)),
  to: new Date(hour(11 + index)),
  calls,
  refused: index === 2 ? 2 : 0,
  failed: 0,
}));
const chart = () => screen.getByRole("group", { name: "Requests over time" });

it("a time span drawn from right to left on the chart becomes the filter", () => {
  const { visited } = renderWithProviders(
    <Histogram parts={PARTS} address="/dashboard/requests?status=4xx" />,
  );
  screen.getByRole("img", { name: "9 requests, 2 refused, 0 failed on our side" });
  chart().getBoundingClientRect = () => ({ left: 100, width: 400 }) as DOMRect;
  fireEvent.pointerDown(chart(), { clientX: 450 });
  fireEvent.pointerMove(chart(), { clientX: 210 });
  expect(screen.getByRole("status").textContent).toContain("6 requests");
  fireEvent.pointerUp(chart(), { clientX: 210 });
  expect(visited).toEqual([
    `/dashboard/requests?status=4xx&${new URLSearchParams({ from: hour(11), to: hour(14) })}`,
  ]);
});

it("the chart is read and a time span is selected by keyboard", () => {
  const { visited } = renderWithProviders(<Histogram parts={PARTS} address="/dashboard/requests" />);
  const key = (name: string, shiftKey = false) => fireEvent.keyDown(chart(), { key: name, shiftKey });
  key("Enter");
  expect(visited).toEqual([]);
  key("ArrowRight");
  expect(screen.getByRole("status").textContent).toContain("3 requests");
  key("ArrowRight");
  key("ArrowRight", true);
  expect(screen.getByRole("status").textContent).toContain("5 requests");
  key("Enter");
  expect(visited).toEqual([`/dashboard/requests?${new URLSearchParams({ from: hour(11), to: hour(13) })}`]);
  key("Escape");
  expect(screen.getByRole("status").textContent).toBe("");
});

it("a body is shown formatted, and raw on request", () => {
  renderWithProviders(<BodyView id="request" title="Request body" json={'{"a":[1,2]}'} />);
  const text = () => screen.getByRole("region", { name: "Request body" }).querySelector("pre")?.textContent;
  expect(text()).toBe('{\n  "a": [\n    1,\n    2\n  ]\n}');
  clickButton("Raw");
  expect(text()).toBe('{"a":[1,2]}');
});

it("each call is rendered once for all screen widths, and a narrow screen shows its key only without an order", () => {
  const call = {
    id: 7n,
    requestId: "abc",
    requestedAt: new Date("2026-11-21T10:00:00Z"),
    keyId: "17",
    method: "POST",
    route: "/v1/partner/orders",
    path: "/v1/partner/orders",
    status: 400,
    errorId: "validation_error",
    durationMs: 12.4,
    externalOrderId: "1042",
  };
  const other = { ...call, id: 8n, status: 200, errorId: null, externalOrderId: null };
  renderWithProviders(
    <RequestList requests={[call, other]} keyNames={new Map([["17", "Till 5"]])} mode="test" />,
  );
  const [, ...rows] = screen.getAllByRole("row");
  expect(rows.map((row) => row.querySelector("a")?.getAttribute("href"))).toEqual([
    "/dashboard/requests/7?mode=test",
    "/dashboard/requests/8?mode=test",
  ]);
  expect(screen.getAllByRole("link")).toHaveLength(2);
  expect(screen.getAllByText("POST")).toHaveLength(2);
  const keyCells = screen.getAllByText("Till 5");
  expect(keyCells.map((cell) => cell.classList.contains("max-lg:hidden"))).toEqual([true, false]);
});
