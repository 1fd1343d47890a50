import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { UndoProvider } from "@/components/ui/toast";
import { clickButton, openDialog, renderWithProviders } from "@/testing/render";

/** The action removes its own button, as deleting a row does. */
function Row({ restore }: { restore: FormAction }) {
  const [isThere, setThere] = useState(true);
  const remove: FormAction = async () => {
    setThere(false);
    return { ...INITIAL_FORM_STATE, isDone: true };
  };
  if (!isThere) return null;
  return (
    <ConfirmButton
      action={remove}
      hidden={{ id: "1" }}
      label="Delete"
      title="Delete it?"
      text=""
      undo={{ text: "Deleted.", action: restore, hidden: { name: "Warehouse" } }}
    />
  );
}

it("an action is taken back from a toast after its button has gone, and a refusal is shown", async () => {
  const restored: unknown[] = [];
  const restore: FormAction = async (_, form) => {
    restored.push(form.get("name"));
    return INITIAL_FORM_STATE;
  };
  renderWithProviders(
    <UndoProvider>
      <Row restore={restore} />
    </UndoProvider>,
  );
  clickButton("Delete");
  clickButton("Delete", openDialog());
  await screen.findByText("Deleted.");
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  clickButton("Undo");
  await screen.findByText("That could not be undone.");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(restored).toEqual(["Warehouse"]);
});

it("the toast goes once the action is taken back", async () => {
  const restore: FormAction = async () => ({ ...INITIAL_FORM_STATE, isDone: true });
  renderWithProviders(
    <UndoProvider>
      <Row restore={restore} />
    </UndoProvider>,
  );
  clickButton("Delete");
  clickButton("Delete", openDialog());
  await screen.findByText("Deleted.");
  clickButton("Undo");
  await waitFor(() => expect(screen.queryByText("Deleted.")).toBeNull());
});
