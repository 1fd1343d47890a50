import { waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { EveningButton } from "@/components/ops/evening-button";
import { type FormAction, UNSENT } from "@/components/ui/form-state";
import { dialogIsClosed, openDialog, press, show } from "@/testing/render";

it("a practice evening ends after a question only", async () => {
  let ended = 0;
  const end: FormAction = async () => {
    ended += 1;
    return { ...UNSENT, isDone: true };
  };
  show(<EveningButton isUnderWay begin={end} end={end} />);
  press("End the practice evening");
  expect(openDialog().textContent).toContain("open orders are cancelled");
  expect(ended).toBe(0);
  press("End it", openDialog());
  await waitFor(() => expect(ended).toBe(1));
  await dialogIsClosed();
});
