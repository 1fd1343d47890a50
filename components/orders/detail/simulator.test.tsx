import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { OrderPageView, SimulationState } from "@/components/orders/detail/order-state";
import { Simulator } from "@/components/orders/detail/simulator";
import type { FormAction } from "@/components/ui/form-state";
import { DomainError } from "@/lib/domain-error";
import { simulationForm } from "@/lib/sandbox/simulation-form";
import { clickButton, renderWithProviders, setField } from "@/testing/render";
import { submitForm } from "@/testing/submit-form";

const NOW = Date.now();
let sent: unknown[];
beforeEach(() => {
  sent = [];
});
const simulate =
  (work: () => void = () => {}): FormAction =>
  (_, form) =>
    submitForm(form, async (values) => {
      work();
      const { control, goal, speed } = simulationForm.parse(values);
      sent.push(control ?? goal ?? speed);
      return undefined;
    });

const simulator = (
  order: Partial<OrderPageView> = {},
  simulation: Partial<SimulationState> = {},
  action = simulate(),
) => (
  <Simulator
    order={{ code: "ABCD-1234", mode: "test", status: "in_progress", driver: {}, ...order } as OrderPageView}
    simulation={{
      scenario: "happy",
      speed: 8,
      isManual: false,
      isSilent: false,
      heldUntil: null,
      ...simulation,
    }}
    now={NOW}
    action={action}
  />
);
const offered = () => screen.getAllByRole("button").map(({ textContent }) => textContent);

it("offers a test order's next steps and shows the progress", () => {
  const { update } = renderWithProviders(simulator({ status: "new", driver: null }));
  expect(offered()).toEqual(["Pause", "Assign", "Pick up", "Deliver"]);
  expect(screen.getByRole("status").textContent).toBe("Running");
  screen.getByText(/Everything goes to plan/);
  update(simulator({ status: "assigned" }, { isManual: true }));
  expect(offered()).toEqual(["Play", "Pick up", "Deliver", "Delay by 15 min"]);
  update(simulator({}, { heldUntil: new Date(NOW + 60_000).toISOString() }));
  expect(offered()).toEqual(["Pause", "Deliver", "Lose GPS", "Delay by 15 min"]);
  expect(screen.getByRole("status").textContent).toContain("The courier stands still until");
  update(simulator({}, { isSilent: true, isManual: true }));
  expect(offered()).toEqual(["Play", "Deliver", "Restore GPS", "Delay by 15 min"]);
  expect(screen.getByRole("status").textContent).toBe("Paused · No GPS");
});

it("sends one step at a time and shows why one was rejected", async () => {
  const { update } = renderWithProviders(simulator());
  clickButton("Lose GPS");
  await waitFor(() => expect(sent).toEqual(["lose_gps"]));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Deliver" }).getAttribute("aria-disabled")).toBe("false"),
  );
  clickButton("Deliver");
  await waitFor(() => expect(sent).toEqual(["lose_gps", "delivered"]));
  const speed = screen.getByRole("combobox", { name: "Speed" });
  expect(within(speed).getAllByRole("option")).toHaveLength(7);
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Deliver" }).getAttribute("aria-disabled")).toBe("false"),
  );
  setField(speed, "60");
  await waitFor(() => expect(sent).toEqual(["lose_gps", "delivered", 60]));
  const refused = simulate(() => {
    throw new DomainError("STEP_NOT_POSSIBLE");
  });
  update(simulator({}, {}, refused));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Pause" }).getAttribute("aria-disabled")).toBe("false"),
  );
  clickButton("Pause");
  expect((await screen.findByRole("alert")).textContent).not.toBe("");
});
