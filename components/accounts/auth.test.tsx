import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { toProblems } from "@/app/form";
import { ForgotForm, LinkForm } from "@/components/accounts/entry-forms";
import { OidcButton } from "@/components/accounts/oidc-button";
import { PasskeyButton } from "@/components/accounts/passkey-button";
import { ShowPassword } from "@/components/accounts/show-password";
import { type SignInFailure, SignInForm } from "@/components/accounts/sign-in-form";
import type { FormAction } from "@/components/ui/form-state";
import { checkNewPassword } from "@/lib/accounts/new-password";
import { forgotPasswordForm, newPassword } from "@/lib/accounts/schema";
import {
  type ActionResult,
  clickButton,
  getField,
  hasFocus,
  openService,
  renderWithProviders,
  setField,
} from "@/testing/render";
import { submitForm } from "@/testing/submit-form";

/** Fields that the forms submitted. */
let sent: Record<string, string>[];
beforeEach(() => {
  sent = [];
});

/** Does what the actions of both pages do, short of the database. */
const take: FormAction = (_, form) =>
  submitForm(form, async (values) => {
    const password = newPassword.safeParse(values.password);
    if (!password.success) {
      return { problems: [{ field: "password", code: password.error.issues[0]?.message ?? "required" }] };
    }
    checkNewPassword("password", password.data, values.username ?? "");
    sent.push(values);
    return undefined;
  });

describe("the form behind a link", () => {
  it.each([
    ["join", "Choose a password", "Join"],
    ["reset", "New password", "Save password"],
  ] as const)("of the %s page accepts only a password that is long enough", async (words, label, submit) => {
    renderWithProviders(<LinkForm action={take} token="secret" email="new@example.com" words={words} />);
    clickButton(submit);
    expect((await screen.findByRole("alert")).textContent).toContain(`${label}: is required`);
    setField(screen.getByLabelText(label), "short");
    clickButton(submit);
    const problems = await screen.findByText(/must have at least 10 characters/, {
      selector: "[role=alert] *",
    });
    await hasFocus(problems.closest("[role=alert]"));
    // A typed password is not sent back.
    expect(getField("password").value).toBe("");
    setField(screen.getByLabelText(label), "new@example.com1");
    clickButton(submit);
    await screen.findByText(/is made of your email/, { selector: "[role=alert] *" });
    setField(screen.getByLabelText(label), "a password of my own");
    if (words === "join") setField(getField("name"), "Anna");
    clickButton(submit);
    const named = words === "join" ? { name: "Anna" } : {};
    await waitFor(() =>
      expect(sent).toEqual([
        { token: "secret", username: "new@example.com", ...named, password: "a password of my own" },
      ]),
    );
  });
});

describe("the forgotten password form", () => {
  it("requests a link without revealing whether an account has this email", async () => {
    const forgot: FormAction = (_, form) =>
      submitForm(form, async (values) => {
        const parsed = forgotPasswordForm.safeParse(values);
        if (!parsed.success) return { problems: toProblems(parsed.error) };
        sent.push(values);
        return undefined;
      });
    renderWithProviders(<ForgotForm action={forgot} />);
    setField(screen.getByLabelText("Email"), "nobody");
    clickButton("Send link");
    const problems = await screen.findByRole("alert");
    expect(within(problems).getByRole("link").textContent).toBe("Email");
    setField(screen.getByLabelText("Email"), "nobody@example.com");
    clickButton("Send link");
    await screen.findByText(
      "If someone signs in with this email, a link is on its way. It works for one hour.",
    );
    expect(sent).toEqual([{ email: "nobody@example.com" }]);
  });
});

describe("the sign-in form", () => {
  let posted: Record<string, FormDataEntryValue>;
  const submit = (failure: Omit<SignInFailure, "email">) => {
    const action = async (_: unknown, form: FormData) => {
      posted = Object.fromEntries(form);
      return { ...failure, email: String(form.get("email")) };
    };
    renderWithProviders(<SignInForm next="/dashboard" hasPasskeys={false} action={action} />);
    setField(getField("email"), "anna@example.com");
    setField(getField("password"), "a guess");
    clickButton("Sign in");
  };

  it.each([
    ["wrong", 0, "Wrong email or password."],
    ["too_soon", 24, "Too many attempts. Try again in 24 seconds."],
    ["too_soon", 420, /^Too many attempts. Try again in 7 minutes, at \d\d:\d\d/],
    ["unavailable", 0, "Sign-in isn’t working right now. Try again in a minute."],
  ] as const)(
    "explains in words the failure %s with a wait of %i seconds, and keeps the typed email",
    async (why, waitSeconds, words) => {
      submit({ why, waitSeconds });
      // Without passkeys there is no button for one.
      expect(screen.queryByRole("button", { name: /passkey/ })).toBeNull();
      const alert = await screen.findByRole("alert");
      expect(alert.textContent?.trim()).toMatch(words);
      await hasFocus(alert);
      expect(posted).toEqual({ next: "/dashboard", email: "anna@example.com", password: "a guess" });
      expect([getField("email").value, getField("password").value]).toEqual(["anna@example.com", ""]);
    },
  );

  it("shows when the wait is over", async () => {
    submit({ why: "too_soon", waitSeconds: 1 });
    await screen.findByText(/You can try again now\./);
  });

  it("shows the password on demand, also in fields that React does not hydrate", () => {
    const field = { __html: '<input type="password" autocomplete="new-password">' };
    renderWithProviders(
      <form>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constant */}
        <div dangerouslySetInnerHTML={field} />
        <ShowPassword />
      </form>,
    );
    for (const type of ["text", "password"]) {
      fireEvent.click(screen.getByRole("checkbox", { name: "Show password" }));
      expect(document.querySelector("form input")?.getAttribute("type")).toBe(type);
    }
  });
});

describe("a browser that offers passkeys for the email", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("requests one challenge over several renders of the page, and submits the form when there is none", async () => {
    const isConditionalMediationAvailable = async () => true;
    vi.stubGlobal(
      "PublicKeyCredential",
      Object.assign(() => {}, { isConditionalMediationAvailable }),
    );
    const requested: string[] = [];
    const service = await openService(({ method, url }) => {
      requested.push(`${method} ${url}`);
      return { status: 429 };
    });
    const posted: unknown[] = [];
    const form = () => (
      <form action={(fields) => void posted.push(Object.fromEntries(fields))}>
        <input name="email" required />
        <PasskeyButton />
      </form>
    );
    const { update } = renderWithProviders(form());
    await waitFor(() => expect(requested).toEqual(["POST /sign-in/passkey"]));
    update(form());
    clickButton("Sign in with a passkey");
    await waitFor(() => expect(posted).toEqual([{ email: "", passkey: "null" }]));
    expect(requested.length).toBe(2);
    await service.close();
  });
});

describe("the OpenID sign-in", () => {
  let service: Awaited<ReturnType<typeof openService>>;
  let answer: () => ActionResult;
  let requested: string[];
  beforeAll(async () => {
    service = await openService(({ url }, body) => {
      if (url === "/api/auth/csrf") return { body: { csrfToken: "a token" } };
      requested.push(`${url} ${body}`);
      return answer();
    });
  });
  afterAll(() => service?.close());
  beforeEach(() => {
    requested = [];
  });

  it("redirects to the provider with the page to return to", async () => {
    answer = () => ({ body: { url: "https://id.example/authorize?state=1" } });
    const left: unknown[] = [];
    const { assign } = window.location;
    window.location.assign = (url) => void left.push(url);
    renderWithProviders(<OidcButton name="Shop ID" address="/sign-in?next=%2Fdashboard%2Fteam" />);
    clickButton("Sign in with Shop ID");
    await waitFor(() => expect(left).toEqual(["https://id.example/authorize?state=1"]));
    window.location.assign = assign;
    const [path, body] = String(requested[0]).split(" ");
    expect(path).toBe("/api/auth/signin/oidc");
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      csrfToken: "a token",
      callbackUrl: "/sign-in?next=%2Fdashboard%2Fteam",
      json: "true",
    });
  });

  it.each([
    ["points back here", () => ({ body: { url: `${window.location.origin}/api/auth/error` } })],
    ["makes no sense", () => ({ body: {} })],
  ])("shows an error when the response %s", async (_, said) => {
    answer = said;
    renderWithProviders(<OidcButton name="Shop ID" address="/sign-in" />);
    clickButton("Sign in with Shop ID");
    await screen.findByText("Sign-in isn’t working right now. Try again in a minute.");
    await waitFor(() => expect(screen.getByRole("button")).toHaveProperty("disabled", false));
  });
});
