import { waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { EveningButton } from "@/components/ops/evening-button";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { clickButton, dialogIsClosed, openDialog, renderWithProviders } from "@/testing/render";

it("a training drill ends only after confirmation", async () => {
  let ended = 0;
  const end: FormAction = async () => {
    ended += 1;
    return { ...INITIAL_FORM_STATE, isDone: true };
  };
  renderWithProviders(<EveningButton isUnderWay begin={end} end={end} />);
  clickButton("End the training drill");
  expect(openDialog().textContent).toContain("open orders are cancelled");
  expect(ended).toBe(0);
  clickButton("End it", openDialog());
  await waitFor(() => expect(ended).toBe(1));
  await dialogIsClosed();
});
