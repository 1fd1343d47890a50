import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { configure, fireEvent, render, waitFor, within } from "@testing-library/react";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { expect } from "vitest";
import { QueryCache } from "@/components/ui/query-cache";
import type { Locale } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";
import { PATIENCE_MS } from "@/testing/patience.mjs";

configure({
  // The same time limit as in browser tests, since the machine may be busy.
  asyncUtilTimeout: PATIENCE_MS,
  getElementError: (message) => new Error(String(message)),
});

/** A rendered part of a page, and where it has navigated since. */
export interface RenderedView {
  readonly visited: readonly string[];
  /** Returns the number of router refreshes. */
  readonly refreshed: () => number;
  /** Renders something else in the same place, as a page does after an action. */
  readonly update: (element: ReactNode) => void;
  /** Unmounts it, as a reload does. */
  readonly leave: () => void;
}

/** Renders part of a page with the messages, the router and the cache that a page provides. */
export function renderWithProviders(element: ReactNode, locale: Locale = "en"): RenderedView {
  const visited: string[] = [];
  const visit = (address: string) => void visited.push(address);
  const nothing = () => {};
  let refreshes = 0;
  const router = {
    bfcacheId: "",
    push: visit,
    replace: visit,
    back: nothing,
    forward: nothing,
    refresh: () => {
      refreshes += 1;
    },
    prefetch: nothing,
  };
  const page = (content: ReactNode) => (
    <AppRouterContext value={router}>
      <SearchParamsContext value={new URLSearchParams(window.location.search)}>
        <NextIntlClientProvider locale={locale} messages={MESSAGES[locale]} timeZone="Europe/Moscow">
          <QueryCache>{content}</QueryCache>
        </NextIntlClientProvider>
      </SearchParamsContext>
    </AppRouterContext>
  );
  document.documentElement.lang = locale;
  const { rerender, unmount } = render(page(element));
  return { visited, refreshed: () => refreshes, update: (next) => rerender(page(next)), leave: unmount };
}

/** Sets a field's value at once. */
export function setField(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
}

/** Returns the form field with this name, as the API calls it. */
export function getField(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (found === null) throw new Error(`No field is called ${name}.`);
  return found;
}

/** A service's response to a page. */
export interface ActionResult {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts a service that answers the page's own requests, and makes the page its origin. */
export async function openService(
  answer: (request: IncomingMessage, body: string) => ActionResult,
): Promise<{ close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { status = 200, body = null, headers = {} } = answer(request, text);
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const { port } = server.address() as AddressInfo;
  const { happyDOM } = window as unknown as {
    happyDOM: { setURL(url: string): void; abort(): Promise<void> };
  };
  happyDOM.setURL(`http://127.0.0.1:${port}/`);
  return {
    close: async () => {
      // happy-dom prints the error of each request whose connection ends before its response.
      await happyDOM.abort();
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}

/** Presses the button with this name. */
export function clickButton(name: string | RegExp, place: HTMLElement = document.body): void {
  fireEvent.click(within(place).getByRole("button", { name }));
}

/** Returns the dialog that is open, and fails unless there is exactly one. */
export function openDialog(): HTMLDialogElement {
  const [dialog, ...others] = document.querySelectorAll<HTMLDialogElement>("dialog[open]");
  if (dialog === undefined || others.length > 0) throw new Error("There is no one open dialog.");
  return dialog;
}

/** Waits until no dialog is open. */
export const dialogIsClosed = (): Promise<void> =>
  waitFor(() => expect(document.querySelectorAll("dialog[open]")).toHaveLength(0));

/** Waits until an element has the focus. Compared as a boolean: printing it would print the whole page. */
export const hasFocus = (element: Element | null): Promise<void> =>
  waitFor(() => expect(element !== null && document.activeElement === element).toBe(true));
