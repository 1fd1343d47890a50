import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FirstSteps } from "@/components/console/overview/first-steps";
import { INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { renderWithProviders } from "@/testing/render";

it.each(["live", "test"] as const)("the first step opens the test keys from %s mode", (mode) => {
  const steps = { key: false, quote: false, order: false, webhook: false };
  const props = { steps, mode, run: async () => INITIAL_FORM_STATE } as const;
  renderWithProviders(<FirstSteps {...props} />);
  const link = screen.getByRole("link", { name: "Create a key" });
  expect(link.getAttribute("href")).toBe("/dashboard/keys?mode=test");
});
