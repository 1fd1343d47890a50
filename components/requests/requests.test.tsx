import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RequestFilters } from "@/components/requests/request-filters";
import type { RequestFilter } from "@/lib/requests/schema";
import { fill, show } from "@/testing/render";

const NONE: RequestFilter = {
  status: null,
  keyId: null,
  externalOrderId: null,
  requestId: null,
  method: null,
};
const KEYS = [{ id: "17", name: "Till 5", prefix: "dl_live_4f2a", lastFour: "9Xyz" }];

const filters = (
  filter: Partial<RequestFilter> = {},
  more: { isFollowed?: boolean; reset?: string } = {},
) => (
  <RequestFilters
    mode="test"
    filter={{ ...NONE, ...filter }}
    keys={KEYS}
    isFollowed={more.isFollowed ?? false}
    reset={more.reset ?? null}
  />
);

/** Returns where the browser goes when the form is sent. */
function target(): string {
  const form = screen.getByRole<HTMLFormElement>("form");
  const sent = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return `${form.getAttribute("action")}?${new URLSearchParams(sent.filter(([, value]) => value !== ""))}`;
}

it("the log is narrowed by everything that one looks for, in the same mode", () => {
  show(filters());
  expect(target()).toBe("/dashboard/requests?mode=test");
  expect(screen.queryByRole("link", { name: "Show all" })).toBeNull();
  const choose = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  choose("Status", "4xx");
  choose("Method", "POST");
  choose("Key", "17");
  fill(screen.getByLabelText("Order, external_order_id"), "1042");
  fill(screen.getByLabelText("X-Request-Id"), "abc");
  expect(target()).toBe("/dashboard/requests?mode=test&status=4xx&method=POST&key=17&order=1042&id=abc");
  screen.getByRole("option", { name: "Till 5 (dl_live_4f2a…9Xyz)" });
});

it("the form shows what the address says, also a status that is not among the usual ones, and goes on following", () => {
  const filter = {
    status: 418,
    keyId: "17",
    method: "GET",
    externalOrderId: "1042",
    requestId: null,
  } as const;
  const { update } = show(filters(filter, { isFollowed: true, reset: "/dashboard/requests?mode=test" }));
  expect(target()).toBe("/dashboard/requests?mode=test&follow=1&status=418&method=GET&key=17&order=1042");
  expect(screen.getByRole("link", { name: "Show all" }).getAttribute("href")).toBe(
    "/dashboard/requests?mode=test",
  );
  update(filters({ status: "2xx" }));
  expect(target()).toBe("/dashboard/requests?mode=test&status=2xx");
});
