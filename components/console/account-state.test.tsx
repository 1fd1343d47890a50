import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { AccountState } from "@/components/console/account-state";
import { renderWithProviders } from "@/testing/render";

it.each([
  [null, true, "Active"],
  [null, false, "Can’t place orders"],
  [new Date(0), true, "Disabled"],
])("an account disabled at %s, whose owner may order: %s, is shown as %s", (disabledAt, isCustomer, text) => {
  renderWithProviders(<AccountState disabledAt={disabledAt} isCustomer={isCustomer} />);
  expect(screen.getByText(text)).toBeTruthy();
});
