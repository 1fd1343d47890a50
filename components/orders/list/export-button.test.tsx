import { fireEvent } from "@testing-library/react";
import { expect, it } from "vitest";
import { ExportButton } from "@/components/orders/list/export-button";
import { readFilter } from "@/lib/orders/list/order-filter";
import { clickButton, getField, hasFocus, openDialog, renderWithProviders } from "@/testing/render";

const buildFilter = (given: Record<string, string>) => readFilter((name) => given[name] ?? "");
const sent = () => Object.fromEntries(new FormData(openDialog().querySelector("form") ?? undefined));

it("an export starts with the filter of its list, and with this month if the list has no days", async () => {
  const shown = renderWithProviders(<ExportButton filter={buildFilter({})} mode="test" today="2026-11-24" />);
  clickButton("Export");
  await hasFocus(getField("from"));
  expect(sent()).toEqual({ mode: "test", status: "all", from: "2026-11-01", to: "2026-11-24" });
  fireEvent.submit(openDialog().querySelector("form") as HTMLFormElement);
  expect(document.querySelector("dialog[open]")).toBeNull();
  shown.leave();
  const filter = buildFilter({
    status: "cancelled",
    from: "2026-09-01",
    to: "2026-09-30",
    search: "Pushkin",
  });
  renderWithProviders(<ExportButton filter={filter} mode="live" today="2026-11-24" />);
  clickButton("Export");
  expect(sent()).toEqual({ status: "cancelled", search: "Pushkin", from: "2026-09-01", to: "2026-09-30" });
  expect(openDialog().textContent).toContain("Only: Cancelled.");
});
