import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { QuickStart } from "@/components/docs/quick-start";
import type { QuickStartState } from "@/lib/docs/measured-steps";
import { SIGNATURE_EXAMPLE } from "@/lib/docs/signature-example";
import { clickButton, openService, renderWithProviders, setField } from "@/testing/render";

const NOTHING: QuickStartState = { key: null, quote: null, order: null, watch: null, webhook: null };
const READY = { kind: "ready", prefix: "dl_test_4f2a", lastFour: "a3F9" } as const;

let service: Awaited<ReturnType<typeof openService>> | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
  localStorage.clear();
});

const start = (more: Partial<Parameters<typeof QuickStart>[0]> = {}) => (
  <QuickStart
    reader={READY}
    path="/docs"
    begun={{ ...NOTHING, key: "/dashboard/keys?mode=test" }}
    bodies={{ quote: { of: "quote" }, order: { of: "order" } }}
    practice={SIGNATURE_EXAMPLE}
    {...more}
  />
);

const progress = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text));

it("completes a step when its call arrives from any client", async () => {
  let state: QuickStartState = { ...NOTHING, key: "/dashboard/keys?mode=test" };
  const sent: unknown[] = [];
  service = await openService(({ method }, body) => {
    if (method === "GET") return { body: state };
    sent.push(JSON.parse(body));
    state = { ...state, quote: "/dashboard/requests/8?mode=test" };
    return { body: { status: 201, body: "{}", durationMs: 40, line: "8" } };
  });
  renderWithProviders(start());
  await progress("1 of 6 steps done");
  clickButton(/^Run$/, screen.getByText("Price a trip").closest("li") as HTMLElement);
  await progress("2 of 6 steps done");
  expect(sent).toMatchObject([{ operationId: "createQuote", body: '{"of":"quote"}' }]);
  state = { ...state, order: "/dashboard/orders/T4KD-8PZE?mode=test" };
  await progress("3 of 6 steps done");
  expect(screen.getByRole("link", { name: "The order" }).getAttribute("href")).toBe(
    "/dashboard/orders/T4KD-8PZE?mode=test",
  );
});

it("checks the signature that the reader's code made, and stores the result", async () => {
  service = await openService(() => ({ body: NOTHING }));
  const shown = renderWithProviders(start());
  const field = screen.getByLabelText("Signature that your code made");
  setField(field, "v1,AAAA");
  expect(document.body.textContent).toContain("Not the same yet.");
  setField(field, SIGNATURE_EXAMPLE.signature);
  await progress("2 of 6 steps done");
  shown.leave();
  renderWithProviders(start());
  await progress("2 of 6 steps done");
});

it("asks a visitor without a session to sign in, and completes no step", () => {
  renderWithProviders(start({ reader: { kind: "stranger" }, begun: null }));
  expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/sign-in?next=%2Fdocs");
  expect(screen.queryByRole("button", { name: /^Run$/ })).toBeNull();
  expect(document.body.textContent).not.toContain("of 6 steps");
});
