"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { forgetDrafts } from "@/components/order-form/use-order-form";
import { INPUT, PRIMARY } from "@/components/ui/styles";

/** Why sign-in failed, and how many seconds the next try has to wait. */
interface Failure {
  readonly why: "wrong" | "too_soon" | "unavailable";
  readonly waitSeconds: number;
}

const UNAVAILABLE: Failure = { why: "unavailable", waitSeconds: 0 };
const REFUSALS: Readonly<Record<number, Failure["why"]>> = { 401: "wrong", 429: "too_soon" };

async function send(email: string, password: string): Promise<Failure | null> {
  try {
    const token = await fetch("/api/auth/csrf", { cache: "no-store" });
    if (!token.ok) return UNAVAILABLE;
    const { csrfToken } = await token.json();
    const answer = await fetch("/api/auth/callback/credentials", {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
    });
    if (answer.ok) return null;
    const why = REFUSALS[answer.status];
    if (why === undefined) return UNAVAILABLE;
    return { why, waitSeconds: Number(answer.headers.get("Retry-After") ?? 0) };
  } catch {
    return UNAVAILABLE;
  }
}

/**
 * Signs in by email and password. Failures are shown here and never put into a URL.
 *
 * @param hasLeft whether the reader has just signed out, in which case their drafts are deleted
 */
export function SignInForm({ next, hasLeft }: { next: string; hasLeft: boolean }) {
  const t = useTranslations("auth");
  const id = useId();
  const [failure, setFailure] = useState<Failure | null>(null);
  // Until the script runs, the browser would submit the form itself and skip everything below.
  const [isReady, setReady] = useState(false);
  const [isVisible, setVisible] = useState(false);
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (hasLeft) forgetDrafts();
  }, [hasLeft]);
  useEffect(() => {
    if (failure !== null) box.current?.focus();
  }, [failure]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setReady(false);
    setFailure(null);
    const failed = await send(String(form.get("email")), String(form.get("password")));
    if (failed === null) {
      // A full page load, so that nothing fetched before signing in survives.
      window.location.assign(next);
      return;
    }
    setFailure(failed);
    setReady(true);
  };

  return (
    <form method="post" action="/api/auth/callback/credentials" onSubmit={submit} className="space-y-4">
      {failure !== null && (
        <p
          ref={box}
          role="alert"
          tabIndex={-1}
          className="flex items-start gap-2 rounded-lg border border-bad p-3 text-sm text-bad"
        >
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            {t(failure.why)}
            {failure.waitSeconds > 0 && ` ${t("wait", { minutes: Math.ceil(failure.waitSeconds / 60) })}`}
          </span>
        </p>
      )}
      <div>
        <label htmlFor={`${id}email`} className="mb-1 block text-sm font-medium">
          {t("email")}
        </label>
        <input
          id={`${id}email`}
          name="email"
          type="email"
          autoComplete="username"
          required
          className={INPUT}
        />
      </div>
      <div>
        <label htmlFor={`${id}password`} className="mb-1 block text-sm font-medium">
          {t("password")}
        </label>
        <input
          id={`${id}password`}
          name="password"
          type={isVisible ? "text" : "password"}
          autoComplete="current-password"
          required
          className={INPUT}
        />
      </div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={isVisible}
          onChange={(event) => setVisible(event.target.checked)}
          className="size-5 accent-fir"
        />
        {t("show_password")}
      </label>
      <button type="submit" disabled={!isReady} className={`${PRIMARY} w-full`}>
        {t("submit")}
      </button>
    </form>
  );
}
