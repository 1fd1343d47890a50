import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { listSearchEntries } from "@/app/(site)/docs/list-search-entries";
import { SearchDialog } from "@/components/site/search-dialog";
import { MESSAGES } from "@/messages/messages";
import { renderWithProviders } from "@/testing/render";

afterEach(() => void vi.unstubAllGlobals());

it("the search dialog shows the operation of each field on a phone too", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ entries: listSearchEntries("en") }));
  renderWithProviders(<SearchDialog locale="en" words={MESSAGES.en.site.search} close={() => {}} />);
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "intercom" } });
  const [first, , third] = await screen.findAllByRole("option");
  const onPhone = (option?: HTMLElement) => option?.querySelector('[class~="sm:hidden"]')?.textContent;
  expect(onPhone(first)).toBe("Create an order · ");
  expect(onPhone(third)).not.toBe(onPhone(first));
});
