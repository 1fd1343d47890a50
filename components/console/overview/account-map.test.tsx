import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { AccountMap } from "@/components/console/overview/account-map";
import type { LiveMapProps } from "@/components/map/live-map";
import type { AccountBoard, AccountBoardItem } from "@/lib/console/overview/account-board";
import { FakeSource } from "@/testing/fake-source";
import { ago, NOW } from "@/testing/order-list-item";
import { renderWithProviders } from "@/testing/render";
import { makeTrackedOrder } from "@/testing/tracked-order";

let drawn: LiveMapProps | null = null;
vi.mock("@/components/map/live-map", () => ({
  LiveMap: (props: LiveMapProps) => {
    drawn = props;
    return null;
  },
}));

const stop = (latitude: number, street: string) => ({
  latitude,
  longitude: 30.3,
  street,
  building: "5",
  isDone: false,
});

const order = (code: string, change: Partial<AccountBoardItem> = {}): AccountBoardItem => ({
  ...makeTrackedOrder({ code, waitingSince: ago(5) }),
  dueAt: ago(-30),
  stops: [stop(59.91, "Садовая улица"), stop(59.95, "Невский проспект")],
  ...change,
});

const board = (...orders: AccountBoardItem[]): AccountBoard => ({
  orders,
  couriers: [
    {
      id: "anna",
      name: "Анна",
      transport: "bike",
      isOnShift: true,
      breakSince: null,
      isSimulated: false,
      orderCode: orders[0]?.code ?? null,
      position: { latitude: 59.92, longitude: 30.3, heading: 0, receivedAt: ago(0) },
    },
  ],
  counts: { open: orders.length, onTheWay: 0, toPickUp: 0, planned: 0, searching: 0, scheduled: 0, late: 0 },
  carriers: { all: 1, silent: 0 },
});

const show = (initial: AccountBoard) =>
  renderWithProviders(<AccountMap mode="live" locale="en" styleUrl={null} initial={initial} now={NOW} />);

beforeEach(() => {
  drawn = null;
  FakeSource.opened = [];
  vi.stubGlobal("EventSource", FakeSource);
});

it("shows a scheduled order as scheduled, with its time, until the search for a courier starts", () => {
  const later = { status: "new", courierId: null, courierName: null } as const;
  show(
    board(
      order("J3KU-5PVD", { ...later, waitingSince: ago(-540), deliveryTime: ago(-605) }),
      order("F8UC-2RWA", { ...later, waitingSince: ago(5), deliveryTime: ago(-30) }),
    ),
  );
  const items = within(screen.getByRole("region", { name: "Open orders" })).getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Scheduled\s*in 10 h/),
    expect.stringContaining("New5 min ago"),
  ]);
});

it("shows pickup and dropoff of the only order, and only the last stop of each of several", async () => {
  const kinds = async (...orders: AccountBoardItem[]) => {
    const { leave } = show(board(...orders));
    await waitFor(() => expect(drawn).not.toBeNull());
    const markers = drawn?.markers.filter(({ kind }) => kind !== "courier") ?? [];
    leave();
    drawn = null;
    return markers.map(({ kind, latitude }) => `${kind} ${latitude}`);
  };
  expect(await kinds(order("J3KU-5PVD"))).toEqual(["pickup 59.91", "dropoff 59.95"]);
  expect(await kinds(order("J3KU-5PVD"), order("F8UC-2RWA"))).toEqual(["order 59.95", "order 59.95"]);
});

it("names orders by the shop's own identifiers, and by their codes if the form generated the identifiers", async () => {
  show(
    board(
      order("J3KU-5PVD", { externalOrderId: "shop-1042" }),
      order("F8UC-2RWA", { externalOrderId: "web-7kq2m4xr9b" }),
    ),
  );
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["shop-1042", "/dashboard/orders/J3KU-5PVD"],
    ["F8UC-2RWA", "/dashboard/orders/F8UC-2RWA"],
    ["shop-1042", "/dashboard/orders/J3KU-5PVD"],
  ]);
  expect(screen.getAllByText("shop-1042").map(({ tagName }) => tagName)).toEqual(["BDI", "BDI"]);
  const orders = within(screen.getByRole("region", { name: "Open orders" }));
  orders.getByText(/^J3KU-5PVD · /);
  expect(orders.queryByText(/web-/)).toBeNull();
  await waitFor(() => expect(drawn).not.toBeNull());
  const labels = drawn?.markers.map(({ label }) => label) ?? [];
  expect(labels[0]).toMatch(/, shop-1042$/);
  expect(labels.slice(1).map((label) => label.split(",")[0])).toEqual(["shop-1042", "F8UC-2RWA"]);
});
