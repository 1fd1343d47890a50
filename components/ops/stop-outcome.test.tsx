import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { OpenQuestion } from "@/components/ops/open-question";
import { type ShownOutcome, StopOutcome } from "@/components/ops/stop-outcome";
import { type FormAction, UNSENT } from "@/components/ui/form-state";
import { show } from "@/testing/render";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const NOTHING: ShownOutcome = {
  isPickup: false,
  arrivedAt: null,
  doneAt: null,
  isTriedAgain: false,
  failure: null,
  proof: null,
};
const said = () => document.body.textContent ?? "";
const outcome = (change: Partial<ShownOutcome>) => {
  const { leave } = show(<StopOutcome outcome={{ ...NOTHING, ...change }} now={NOW} />);
  const text = said();
  leave();
  return text;
};

describe("the outcome of a stop, for operators", () => {
  it("says since when a courier waits, and no longer once it is done", () => {
    expect(outcome({ arrivedAt: at(-7) })).toContain("Courier at the door");
    expect(outcome({ arrivedAt: at(-7), doneAt: at(-1) })).not.toContain("Courier at the door");
    expect(outcome({ isPickup: true, doneAt: at(-1) })).toContain("Picked up");
  });

  it("says why it failed, how often it was tried, and what becomes of the goods", () => {
    const text = outcome({
      failure: {
        code: "no_access",
        comment: "No bell",
        at: at(-2),
        attempts: 2,
        calls: 1,
        resolution: "return",
      },
    });
    for (const part of ["Not handed over: No access", "No bell", "2 tries", "1 call", "The goods go back."]) {
      expect(text).toContain(part);
    }
  });

  it("shows its proof", () => {
    const proof = {
      photos: ["/files/a", "/files/b"],
      signature: "/files/c",
      code: "overridden",
      signerName: "Vera",
      distanceMeters: 12,
    } as const;
    show(<StopOutcome outcome={{ ...NOTHING, proof }} now={NOW} />);
    expect(said()).toContain("Code waived by an operator · Signed by Vera · 12 m from the address");
    expect(screen.getAllByRole("img").map((image) => image.getAttribute("src"))).toEqual([
      "/files/a",
      "/files/b",
      "/files/c",
    ]);
  });
});

describe("an open question, for operators", () => {
  const sent: Record<string, unknown>[] = [];
  const action: FormAction = async (_, form) => {
    sent.push(Object.fromEntries(form));
    return { ...UNSENT, isDone: true };
  };
  const ask = (attempts: number) =>
    show(
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

  it("offers its three answers, says what a return costs, and sends the one that was confirmed", async () => {
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

  it("offers no third try", () => {
    ask(2);
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    expect(said()).toContain("there is no third try");
  });
});
