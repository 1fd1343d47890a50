import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Prose } from "@/components/docs/prose";
import { renderWithProviders } from "@/testing/render";

it("Prose links a page path in a description, and no other inline code", () => {
  renderWithProviders(<Prose text="Send `price`; see `/docs/testing` and `/docs.md`." />);
  expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["/docs/testing", "/docs/testing"],
  ]);
});
