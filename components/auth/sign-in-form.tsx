"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { INPUT, PRIMARY } from "@/components/ui/styles";

/** Why nobody was signed in. */
type Failure = "wrong" | "unavailable";

async function send(email: string, password: string): Promise<Failure | null> {
  try {
    const token = await fetch("/api/auth/csrf", { cache: "no-store" });
    if (!token.ok) return "unavailable";
    const { csrfToken } = await token.json();
    const answer = await fetch("/api/auth/callback/credentials", {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
    });
    if (answer.ok) return null;
    return answer.status === 401 ? "wrong" : "unavailable";
  } catch {
    return "unavailable";
  }
}

/** Address and password. What went wrong is said here and stands in no address. */
export function SignInForm({ next }: { next: string }) {
  const t = useTranslations("auth");
  const id = useId();
  const [failure, setFailure] = useState<Failure | null>(null);
  // Before the script runs the form would be sent by the browser itself, past all that follows.
  const [isReady, setReady] = useState(false);
  const [isVisible, setVisible] = useState(false);
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => setReady(true), []);
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
      // A whole new page: nothing of what was fetched before signing in is kept.
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
          {t(failure)}
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
          className="size-5 accent-accent"
        />
        {t("show_password")}
      </label>
      <button type="submit" disabled={!isReady} className={`${PRIMARY} w-full`}>
        {t("submit")}
      </button>
    </form>
  );
}
