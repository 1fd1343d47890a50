import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { CourierRoute } from "@/components/console/courier/courier-route";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import type { CourierRouteStop, CourierRoute as Route } from "@/lib/console/get-courier-route";
import { renderWithProviders } from "@/testing/render";

const SHOP = { latitude: 47.02, longitude: 28.83, street: "Strada Pușkin", building: "24" };
const stop = (orderCode: string, change: Partial<CourierRouteStop> = {}): CourierRouteStop => ({
  orderCode,
  accountName: "Polka",
  kind: "deliver",
  number: null,
  latitude: 47.03,
  longitude: 28.84,
  street: "Strada Pajurii",
  building: orderCode,
  isReached: false,
  isCollected: false,
  arrivesAt: "2026-11-30T12:20:00Z",
  readyAt: null,
  promisedUntil: "2026-11-30T12:30:00Z",
  slackMinutes: 10,
  ...change,
});
const pickup = (orderCode: string) =>
  stop(orderCode, { kind: "collect", promisedUntil: null, slackMinutes: null, ...SHOP });
const ROUTE: Route = {
  stops: [
    stop("DOOR-0000", { isCollected: true, isReached: true }),
    pickup("AAAA-1111"),
    pickup("BBBB-2222"),
    stop("BBBB-2222", { slackMinutes: -4 }),
    stop("AAAA-1111"),
  ],
  isPinned: false,
  isUnderWay: true,
  version: "v1",
};

let sent: Record<string, unknown>[];
beforeEach(() => {
  sent = [];
});
const take: FormAction = async (_, form) => {
  sent.push(Object.fromEntries(form));
  return { ...INITIAL_FORM_STATE, isDone: true };
};
const open = (change: Partial<Route> = {}) =>
  renderWithProviders(
    <CourierRoute
      courierId="anna"
      route={{ ...ROUTE, ...change }}
      actions={{ moveStops: take, pinCourierRoute: take, takeOff: take }}
    />,
    "en",
  );
const listRows = () => {
  const [list] = screen.getAllByRole("list");
  if (list === undefined) throw new Error("The route is a list.");
  return [...list.children] as HTMLElement[];
};

it("the route of a courier shows one visit for goods that are collected together, and what each door has to spare", () => {
  open();
  const texts = listRows().map(({ textContent }) => textContent ?? "");
  expect(texts).toHaveLength(4);
  expect(texts[0]).toContain("There now");
  expect(texts[1]).toMatch(/Pickup.*Strada Pușkin, 24.*AAAA-1111.*BBBB-2222/);
  expect(texts[2]).toContain("4 min late");
  expect(texts[3]).toContain("10 min to spare");
  screen.getByText("4 stops, 3 orders");
});

it("its visits move as a whole by the keyboard, but not before the one that the courier goes to nor past the order's own", async () => {
  open();
  const [there, together, , last] = listRows();
  if (there === undefined || together === undefined || last === undefined)
    throw new Error("There are four visits.");
  const press = async (row: HTMLElement, name: RegExp) => {
    within(row).getByRole("button", { name }).focus();
    await userEvent.keyboard("{Enter}");
  };
  await press(there, /Move later/);
  await press(together, /Move earlier/);
  await press(together, /Move later/);
  await press(last, /Move later/);
  expect(sent).toEqual([]);
  await press(last, /Move earlier/);
  await waitFor(() => expect(sent).toEqual([{ id: "anna", seen: "v1", from: "4", count: "1", to: "3" }]));
});

it("several pickups move past a visit at once", async () => {
  open({ stops: [pickup("AAAA-1111"), pickup("BBBB-2222"), stop("CCCC-3333")], isUnderWay: false });
  await userEvent.click(screen.getByRole("button", { name: "Move later: Pickup, AAAA-1111" }));
  await waitFor(() => expect(sent).toEqual([{ id: "anna", seen: "v1", from: "0", count: "2", to: "1" }]));
  await userEvent.click(screen.getByRole("button", { name: "Move earlier: Dropoff, CCCC-3333" }));
  await waitFor(() => expect(sent[1]).toEqual({ id: "anna", seen: "v1", from: "2", count: "1", to: "0" }));
});

it("an order that is not collected can be taken off, and the route pinned and unpinned", async () => {
  open();
  expect(screen.getAllByRole("button", { name: "Take off the route" })).toHaveLength(2);
  expect(screen.getAllByRole("link", { name: "Give to another" })).toHaveLength(3);
  await userEvent.click(screen.getByRole("button", { name: "Pin" }));
  await waitFor(() => expect(sent).toEqual([{ id: "anna", pin: "true" }]));
  document.body.replaceChildren();
  open({ isPinned: true });
  await userEvent.click(screen.getByRole("button", { name: "Unpin" }));
  await waitFor(() => expect(sent[1]).toEqual({ id: "anna", pin: "false" }));
});

it("a courier without stops has no route", () => {
  open({ stops: [] });
  expect(screen.queryByRole("heading", { name: /Route/ })).toBeNull();
});
