import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { responseExamples, tryForm } from "@/app/(site)/docs/try-form";
import { getOperation } from "@/app/v1/operations";
import { OperationCode, type OperationCodeProps } from "@/components/docs/operation-code";
import { TryKey } from "@/components/docs/try-key";
import type { TryReader } from "@/components/docs/try-state";
import type { Operation } from "@/lib/api/operation";
import { placesWithoutCity } from "@/lib/sandbox/demo/demo-places";
import { clickButton, openService, renderWithProviders } from "@/testing/render";

const { shops, doors } = placesWithoutCity();
const PLACES = [...shops, ...doors];
const READY: TryReader = { kind: "ready", prefix: "dl_test_4f2a", lastFour: "a3F9" };

const createOrder = getOperation("createOrder");
const getOrder = getOperation("getOrder");

const column = (operation: Operation, more: Partial<OperationCodeProps> = {}) => (
  <OperationCode
    operationId={operation.operationId}
    method={operation.method}
    prefix="partner"
    url={`https://drop.example/v1/partner${operation.path}`}
    path={`/docs/${operation.operationId}`}
    form={tryForm(operation, "partner", { orderId: "shop-7", places: PLACES, town: null, locale: "en" })}
    places={PLACES}
    answers={responseExamples(operation, "partner", { locale: "en", town: null })}
    reader={READY}
    language="curl"
    {...more}
  />
);

const code = (): string => screen.getByRole("region", { name: /^Request in/ }).textContent ?? "";
const input = (name: string) => screen.getByLabelText(name) as HTMLInputElement | HTMLSelectElement;

let service: Awaited<ReturnType<typeof openService>> | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

describe("the code column of an operation", () => {
  it("shows the filled-in call in the chosen language, with the first and last characters of the key", () => {
    renderWithProviders(column(createOrder));
    expect(code()).toContain("# DROPLINE_KEY: dl_test_4f2a…a3F9");
    expect(code()).toContain('"external_order_id": "shop-7"');
    fireEvent.change(input("external_order_id"), { target: { value: "till-9" } });
    fireEvent.change(input("dropoffs.0"), { target: { value: "5" } });
    expect(code()).toContain('"external_order_id": "till-9"');
    expect(code()).toContain(`"street": "${PLACES[5]?.street}"`);
    expect(code()).toContain(`"latitude": ${PLACES[5]?.latitude}`);
    // The other fields of the stop stay.
    expect(code()).toContain('"intercom": "12K"');
    fireEvent.click(screen.getByRole("tab", { name: "Python" }));
    expect(code()).toContain('"external_order_id": "till-9"');
    expect(code()).toContain("import os, requests");
    expect(document.cookie).toContain("sample-language=python");
    fireEvent.keyDown(screen.getByRole("tab", { name: "Python" }), { key: "ArrowRight" });
    expect(code()).toContain("<?php");
    fireEvent.click(screen.getByRole("tab", { name: "curl" }));
  });

  it("sends the call and shows the response with its status, duration and link to the log", async () => {
    const sent: unknown[] = [];
    service = await openService((_, body) => {
      sent.push(JSON.parse(body));
      return { body: { status: 409, body: '{"success":false}', durationMs: 128, line: "31" } };
    });
    renderWithProviders(column(createOrder));
    fireEvent.change(input("X-Sandbox-Scenario"), { target: { value: "no_courier" } });
    clickButton("Send");
    await screen.findByText("128 ms");
    expect(sent).toMatchObject([
      {
        operationId: "createOrder",
        prefix: "partner",
        headers: { "X-Sandbox-Scenario": "no_courier" },
        body: expect.stringContaining('"external_order_id": "shop-7"'),
      },
    ]);
    expect(screen.getByRole("link", { name: "In the log" }).getAttribute("href")).toBe(
      "/dashboard/requests/31?mode=test",
    );
    expect(screen.getByRole("button", { name: "409" }).getAttribute("aria-pressed")).toBe("true");
    expect(screen.getByRole("region", { name: "Response with status 409" }).textContent).toBe(
      '{\n  "success": false\n}',
    );
  });

  it("shows why a call was not made", async () => {
    service = await openService(() => ({ status: 401, body: { refusal: "signed_out" } }));
    renderWithProviders(column(getOrder));
    clickButton("Send");
    await waitFor(() => expect(document.body.textContent).toContain("You are no longer signed in."));
  });

  it("shows example responses to every reader and asks signed-out readers to sign in", () => {
    renderWithProviders(column(getOrder, { reader: { kind: "stranger" } }));
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
    const link = screen.getByRole("link", { name: "Sign in to send" });
    expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fdocs%2FgetOrder");
    clickButton("404");
    expect(screen.getByRole("region", { name: "Response with status 404" }).textContent).toContain(
      "order.not_found",
    );
    expect(code()).not.toContain("# DROPLINE_KEY");
  });

  it("lets only owners create the first test key on the page", async () => {
    const made = { ...{ subject: "Documentation", refusal: null, problems: [], values: {} }, isDone: true };
    const provided: FormData[] = [];
    const keyless = (canMake: boolean) => {
      const reader = { kind: "keyless", canMake } as const;
      const children = (
        <TryKey
          path="/docs/getOrder"
          reader={reader}
          makeKey={async (state, form) => {
            provided.push(form);
            return { ...state, ...made, result: { secret: "dl_test_whole" } };
          }}
        />
      );
      return column(getOrder, { reader, children });
    };
    const shown = renderWithProviders(keyless(true));
    clickButton("Make a test key");
    // The action's response renders the page again, with the account's key.
    shown.update(keyless(false));
    await screen.findByText("dl_test_whole");
    expect(screen.queryByText("dl_test_whole")).not.toBeNull();
    expect(Object.fromEntries(provided[0] ?? [])).toMatchObject({ mode: "test", lifetime: "" });
    fireEvent.click(screen.getByRole("link", { name: "I’ve saved it" }));
    expect(screen.queryByText("dl_test_whole")).toBeNull();
    expect(shown.refreshed()).toBe(1);
    shown.update(keyless(false));
    expect(screen.queryByRole("button", { name: "Make a test key" })).toBeNull();
  });
});
