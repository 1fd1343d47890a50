import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { AccountState } from "@/components/console/account-state";
import { renderWithProviders } from "@/testing/render";

it.each([
  [null, true, null, "Active"],
  [null, false, null, "Can’t place orders"],
  [null, false, "waiting", "Waits for approval"],
  [null, false, "rejected", "Rejected"],
  [new Date(0), true, null, "Disabled"],
  [new Date(0), false, "waiting", "Disabled"],
] as const)(
  "an account disabled at %s, whose owner may order: %s, with the approval %s, is shown as %s",
  (disabledAt, isCustomer, approval, text) => {
    renderWithProviders(<AccountState disabledAt={disabledAt} isCustomer={isCustomer} approval={approval} />);
    expect(screen.getByText(text)).toBeTruthy();
  },
);
