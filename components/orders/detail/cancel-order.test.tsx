import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { toProblems } from "@/app/form";
import { CancelOrder } from "@/components/orders/detail/cancel-order";
import type { OrderPageView, StopState } from "@/components/orders/detail/order-state";
import type { FormAction } from "@/components/ui/form-state";
import { DomainError } from "@/lib/domain-error";
import type { Cancellation, EventResource } from "@/lib/orders/event";
import { cancelForm } from "@/lib/orders/schema";
import { clickButton, hasFocus, openDialog, renderWithProviders, setField } from "@/testing/render";
import { submitForm } from "@/testing/submit-form";

const CODE = "ABCD-1234";
const AT = "2026-11-21T12:00:00Z";

/** The submitted cancellations. */
let sent: Cancellation[];
beforeEach(() => {
  sent = [];
});

/** Replaces the server action. */
const cancel =
  (work: () => void = () => {}): FormAction =>
  (_, form) =>
    submitForm(form, async (values) => {
      const parsed = cancelForm.safeParse(values);
      if (!parsed.success) return { problems: toProblems(parsed.error) };
      work();
      sent.push(parsed.data);
      return { subject: String(values.code) };
    });

const stop = (change: { arrivedAt?: string; deliveredAt?: string | null } = {}) =>
  ({
    arrivedAt: change.arrivedAt ?? null,
    completedAt: change.deliveredAt ?? null,
    dropoff: change.deliveredAt === undefined ? null : {},
  }) as StopState;

/** The fields that cancelling reads. */
const state = (change: Partial<OrderPageView> = {}) =>
  ({
    code: CODE,
    status: "new",
    isOver: false,
    driver: null,
    stops: [stop(), stop({ deliveredAt: null })],
    webhooks: [],
    mode: "live",
    cancellationFee: { amount: 0, reason: "free_until_assigned" },
    cancelEvent: { event: "order.cancelled", created_at: AT } as EventResource,
    ...change,
  }) as OrderPageView;
const driver = { name: "Алексей" } as OrderPageView["driver"];

function open(change: Partial<OrderPageView> = {}, action = cancel()) {
  const shown = renderWithProviders(<CancelOrder order={state(change)} action={action} />);
  clickButton("Cancel the order");
  return shown;
}
const inDialog = () => within(openDialog());
const confirm = () => clickButton("Cancel the order", openDialog());

it.each([
  ["without a courier", {}, "No courier has it yet."],
  ["a courier is coming", { status: "assigned", driver }, "Алексей is on the way to the pickup"],
  [
    "a courier is there",
    { status: "assigned", driver, stops: [stop({ arrivedAt: AT })] },
    "Алексей is already at the pickup",
  ],
  [
    "a courier has the goods",
    { status: "in_progress", driver },
    "Алексей has the goods and will bring them back to the pickup",
  ],
  [
    "a part has been handed over",
    {
      status: "in_progress",
      driver,
      stops: [stop(), stop({ deliveredAt: AT }), stop({ deliveredAt: null })],
    },
    "1 of 2 dropoffs have already been handed over.",
  ],
] as const)("a cancellation dialog explains the consequences when %s", (_, change, text) => {
  open(change);
  expect(openDialog().textContent).toContain(text);
});

it("previews the event of a cancellation and confirms it in place", async () => {
  open();
  confirm();
  const problems = await inDialog().findByRole("alert");
  await hasFocus(problems);
  expect(problems.textContent).toContain("Why: is required");
  fireEvent.click(inDialog().getByLabelText("Out of stock"));
  await waitFor(() => expect(inDialog().queryByText("is required")).toBeNull());
  setField(inDialog().getByLabelText("Comment"), " Последнюю продали ");
  const preview = JSON.parse(openDialog().querySelector("pre")?.textContent ?? "");
  expect(preview.cancellation).toEqual({ reason: "out_of_stock", comment: "Последнюю продали" });
  confirm();
  const title = await inDialog().findByText(`Order ${CODE} was cancelled`);
  await hasFocus(title);
  expect(sent).toEqual([{ reason: "out_of_stock", comment: "Последнюю продали" }]);
});

it("shows each endpoint's delivery of the cancellation as it responds", async () => {
  const { update } = open();
  fireEvent.click(inDialog().getByLabelText("Out of stock"));
  confirm();
  await inDialog().findByText(`Order ${CODE} was cancelled`);
  inDialog().getByText("No webhook was sent: no endpoint is subscribed to this event.");
  const webhook = {
    id: "7",
    endpointId: "e",
    url: "https://shop.example/hook",
    event: { type: "order.cancelled", sequence: 2 },
    state: "succeeded",
    attempts: 1,
    status: 200,
    durationMs: 84,
  } as const;
  const over = { status: "cancelled", cancelEvent: null, cancellationFee: null } as const;
  const created = { ...webhook, id: "6", event: { type: "order.created", sequence: 1 } };
  update(<CancelOrder order={state({ ...over, webhooks: [webhook, created] })} action={cancel()} />);
  const notified = within(inDialog().getByRole("list", { name: "Notified" }));
  expect(notified.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Deliveredorder.cancelledhttps://shop.example/hook200, 84 ms",
  ]);
});

it("reports all texts over the limit at once and keeps them", async () => {
  open();
  expect(inDialog().queryByLabelText("Reason in your own words")).toBeNull();
  fireEvent.click(inDialog().getByLabelText("Another reason"));
  const reason = () => inDialog().getByLabelText<HTMLTextAreaElement>("Reason in your own words");
  setField(reason(), "р".repeat(256));
  setField(inDialog().getByLabelText("Comment"), "c".repeat(2001));
  expect(openDialog().textContent).toContain("256 / 255");
  expect(openDialog().textContent).toContain("2,001 / 2,000");
  confirm();
  const problems = await inDialog().findByRole("alert");
  await hasFocus(problems);
  const named = within(problems).getAllByRole("link");
  expect(named.map(({ textContent }) => textContent)).toEqual(["Reason in your own words", "Comment"]);
  expect(inDialog().getByLabelText<HTMLInputElement>("Another reason").checked).toBe(true);
  expect(reason().value).toBe("р".repeat(256));
  setField(reason(), "р".repeat(255));
  setField(inDialog().getByLabelText("Comment"), "");
  confirm();
  await inDialog().findByText(`Order ${CODE} was cancelled`);
  expect(sent).toEqual([{ reason: "р".repeat(255), comment: null }]);
});

it("rejects the cancellation of a delivered order in place", async () => {
  const isLate = () => {
    throw new DomainError("ORDER_NOT_CANCELLABLE");
  };
  open({}, cancel(isLate));
  fireEvent.click(inDialog().getByLabelText("Ordered twice"));
  confirm();
  const refusal = await inDialog().findByRole("alert");
  expect(refusal.textContent).toContain("has been delivered and can’t be cancelled");
  expect(inDialog().getByLabelText<HTMLInputElement>("Ordered twice").checked).toBe(true);
});

it("shows the fee before sending and sends it as the maximum", async () => {
  const fees: (string | undefined)[] = [];
  const action: FormAction = (_, form) =>
    submitForm(form, async (values) => {
      fees.push(values.max_fee);
      if (Number(values.max_fee) < 150) throw new DomainError("CANCELLATION_FEE_EXCEEDED");
      return { subject: CODE };
    });
  const costing = (amount: number) => state({ cancellationFee: { amount, reason: "courier_arrived" } });
  const { update } = renderWithProviders(<CancelOrder order={costing(100)} action={action} />);
  clickButton("Cancel the order");
  inDialog().getByText("Cancelling costs ₽100.");
  fireEvent.click(inDialog().getByLabelText("Ordered twice"));
  confirm();
  expect((await inDialog().findByRole("alert")).textContent).toContain("costs more by now");
  update(<CancelOrder order={costing(150)} action={action} />);
  inDialog().getByText("Cancelling costs ₽150.");
  expect(inDialog().getByLabelText<HTMLInputElement>("Ordered twice").checked).toBe(true);
  confirm();
  await inDialog().findByText(`Order ${CODE} was cancelled`);
  expect(fees).toEqual(["100", "150"]);
});

it("keeps the open dialog and shows the order's new state", () => {
  const { update } = open();
  update(
    <CancelOrder
      order={state({ status: "delivered", cancelEvent: null, cancellationFee: null, driver })}
      action={cancel()}
    />,
  );
  expect(openDialog().textContent).toContain("has been delivered in the meantime");
  const offered = screen.getAllByRole("button", { name: "Cancel the order" });
  expect(offered.every((one) => openDialog().contains(one))).toBe(true);
});

it("opens once, by script, and focuses its first field", async () => {
  renderWithProviders(<CancelOrder order={state()} action={cancel()} />);
  const button = screen.getByRole("button", { name: "Cancel the order" });
  expect(fireEvent.click(button)).toBe(false);
  await hasFocus(openDialog().querySelector("select, textarea, input:not([type=hidden])"));
  expect(fireEvent.click(inDialog().getByRole("button", { name: "Keep the order" }))).toBe(false);
});
