import { screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { SignUpForm } from "@/components/accounts/entry-forms";
import { SignInForm } from "@/components/accounts/sign-in-form";
import { InviteForm } from "@/components/accounts/team-actions";
import { NewCourier } from "@/components/console/new-courier";
import { INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { NewEndpointForm } from "@/components/webhooks/endpoint-form";
import { renderWithProviders } from "@/testing/render";

const action = async () => INITIAL_FORM_STATE;
const invitation = { action, audience: "account", grantable: ["dispatcher"], locale: "en" } as const;
const FORMS: readonly (readonly [page: string, form: ReactElement, field: string])[] = [
  [
    "sign-in",
    <SignInForm key="form" next="/" hasPasskeys={false} action={() => new Promise(() => {})} />,
    "email",
  ],
  ["sign-up", <SignUpForm key="form" action={action} />, "name"],
  [
    "new endpoint",
    <NewEndpointForm
      key="form"
      add={action}
      mode="live"
      types={[]}
      examples={{}}
      initial={{ url: "", description: "", eventTypes: [], headers: "" }}
    />,
    "url",
  ],
  [
    "new courier",
    <NewCourier key="form" mode="live" phones={{ home: "RU", countries: [] }} hire={action} />,
    "name",
  ],
  ["people", <InviteForm key="form" {...invitation} />, "email"],
];

let hasMouse: boolean;
beforeEach(() => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(pointer: fine)" && hasMouse }));
});

it.each(FORMS)("the first field of the page %s has the focus when it opens", (_, form, field) => {
  hasMouse = true;
  renderWithProviders(form);
  expect(document.activeElement?.getAttribute("name")).toBe(field);
});

it.each(FORMS)("the page %s opens no keyboard on a touch screen", (_, form) => {
  hasMouse = false;
  renderWithProviders(form);
  expect(document.activeElement).toBe(document.body);
});

it("a reader who has begun elsewhere keeps the focus", () => {
  hasMouse = true;
  const begun = (
    <main id="main">
      <input aria-label="Search" ref={(field) => field?.focus()} />
    </main>
  );
  renderWithProviders(
    <>
      {begun}
      <InviteForm {...invitation} />
    </>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText("Search"));
});
