import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { OpenQuestion } from "@/components/console/open-question";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { renderWithProviders } from "@/testing/render";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const output = () => document.body.textContent ?? "";
describe("an open question that operators see", () => {
  const sent: Record<string, unknown>[] = [];
  const action: FormAction = async (_, form) => {
    sent.push(Object.fromEntries(form));
    return { ...INITIAL_FORM_STATE, isDone: true };
  };
  const ask = (attempts: number) =>
    renderWithProviders(
      <OpenQuestion
        code="7KQ2-M4XR"
        index={2}
        attempts={attempts}
        answerUntil={at(9)}
        returnPrice="₽120.00"
        now={NOW}
        answer={action}
      />,
    );

  it("shows what a return costs and sends the return once it is confirmed", async () => {
    ask(1);
    await userEvent.click(screen.getByRole("button", { name: "Bring it back" }));
    const dialog = screen.getByRole("dialog");
    expect(dialog.textContent).toContain("The return costs the shop ₽120.00.");
    const [confirm] = [...dialog.querySelectorAll("button")].filter(({ type }) => type === "submit");
    if (confirm === undefined) throw new Error("A dialog is confirmed by a button.");
    await userEvent.click(confirm);
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({ code: "7KQ2-M4XR", index: "2", action: "return" }),
    );
  });

  it("offers no third delivery attempt", () => {
    ask(2);
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    expect(output()).toContain("another try isn’t possible");
  });
});
