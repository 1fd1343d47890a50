import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Prose } from "@/components/docs/prose";
import { renderWithProviders } from "@/testing/render";

it("leads to a page that a description names by its path, and nowhere from other code", () => {
  renderWithProviders(<Prose text="Send `price`; see `/docs/testing` and `/docs.md`." />);
  expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["/docs/testing", "/docs/testing"],
  ]);
});
