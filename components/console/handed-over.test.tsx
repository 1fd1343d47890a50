import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { HandedOver } from "@/components/console/handed-over";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { clickButton, renderWithProviders } from "@/testing/render";

it("an order goes back to its former courier, whatever their vehicle", async () => {
  const sent: object[] = [];
  const assign: FormAction = async (_, form) => {
    sent.push(Object.fromEntries(form));
    return { ...INITIAL_FORM_STATE, isDone: true };
  };
  const handover = { code: "K7PX-Q2TN", name: "Yulia", former: { id: "anna", name: "Anna" } };
  renderWithProviders(<HandedOver handover={handover} assign={assign} />);
  expect(screen.getByText("Order K7PX-Q2TN now belongs to Yulia.")).toBeDefined();
  clickButton("Undo");
  await screen.findByText("Order K7PX-Q2TN is assigned to Anna again.");
  expect(sent).toEqual([{ code: "K7PX-Q2TN", courier: "anna", anyway: "on" }]);
});

it("an order that had no courier has nothing to go back to", () => {
  const handover = { code: "K7PX-Q2TN", name: "Yulia", former: null };
  renderWithProviders(<HandedOver handover={handover} assign={async () => INITIAL_FORM_STATE} />);
  expect(screen.queryByRole("button")).toBeNull();
});
