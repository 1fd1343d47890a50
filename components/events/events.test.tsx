import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { EventList } from "@/components/events/event-list";
import { ScenarioRow } from "@/components/sandbox/scenario-row";
import { INITIAL_FORM_STATE } from "@/components/ui/form-state";
import type { JournalEvent } from "@/lib/webhooks/list-journal";
import { clickButton, renderWithProviders } from "@/testing/render";

const EVENT: JournalEvent = {
  id: "01890c5e-7b1f-7e3a-9c58-2f1d6a4b8e90",
  type: "order.created",
  sequence: 1,
  createdAt: new Date("2026-11-21T12:00:00.000Z"),
  epoch: 1,
  transactionId: 2n,
  row: 3n,
  externalOrderId: "shop-1042",
  orderCode: "7KQ2-M4XR",
  told: [{ endpointId: "e1", deliveryId: "17", url: "https://shop.example/hooks", state: "succeeded" }],
  cursor: "1-2-3",
};

it("an event links to its page, its order and its deliveries in its mode", () => {
  renderWithProviders(<EventList events={[EVENT, { ...EVENT, id: "2", told: [] }]} mode="test" />);
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links.slice(0, 3)).toEqual([
    ["order.created", `/dashboard/events/${EVENT.id}?mode=test`],
    ["shop-1042", "/dashboard/orders/7KQ2-M4XR?mode=test"],
    ["Delivered", "/dashboard/webhooks/e1/deliveries/17?mode=test"],
  ]);
  screen.getByText("no endpoint");
});

it("a scenario that has not run starts with one press", async () => {
  const sent: unknown[] = [];
  renderWithProviders(
    <ul>
      <ScenarioRow
        scenario="gps_lost"
        run={undefined}
        verdict="not_run"
        start={async (_, form) => {
          sent.push(Object.fromEntries(form));
          return { ...INITIAL_FORM_STATE, refusal: "INVALID_PAYLOAD" };
        }}
      />
    </ul>,
  );
  screen.getByText("Not run");
  clickButton(/^Run/);
  await screen.findByRole("alert");
  expect(sent).toEqual([{ scenario: "gps_lost" }]);
});
