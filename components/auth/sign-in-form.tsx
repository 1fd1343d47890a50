"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState, useEffect, useId, useRef } from "react";
import { Island } from "@/components/site/island";
import { INPUT, PRIMARY } from "@/components/ui/styles";

export interface SignInFailure {
  readonly why: "wrong" | "passkey_refused" | "too_soon" | "unavailable";
  readonly waitSeconds: number;
}

export interface FailedSignIn extends SignInFailure {
  readonly email: string;
}

export function SignInForm(props: {
  next: string;
  hasPasskeys: boolean;
  action: (former: FailedSignIn | null, form: FormData) => Promise<FailedSignIn>;
}) {
  const { next, hasPasskeys, action } = props;
  const t = useTranslations("auth");
  const id = useId();
  const [failed, submit] = useActionState(action, null);
  const box = useRef<HTMLParagraphElement>(null);
  // In a built page, components/site/start.tsx moves the focus.
  useEffect(() => {
    if (failed !== null) box.current?.focus();
  }, [failed]);
  const fields = [
    ["email", "email", "username webauthn", failed?.email],
    ["password", "password", "current-password", undefined],
  ] as const;
  return (
    <form action={submit} className="space-y-4">
      <input type="hidden" name="next" value={next} />
      {failed !== null && (
        <p
          ref={box}
          role="alert"
          tabIndex={-1}
          className="flex items-start gap-2 rounded-lg bg-bad-tint p-3 text-sm text-bad"
        >
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            {t(failed.why)}{" "}
            {failed.waitSeconds > 0 && <Island name="RetryTime" props={{ seconds: failed.waitSeconds }} />}
          </span>
        </p>
      )}
      {fields.map(([name, type, autoComplete, defaultValue]) => (
        <div key={name}>
          <label htmlFor={id + name} className="mb-1 block text-sm font-medium">
            {t(name)}
          </label>
          <input
            id={id + name}
            name={name}
            type={type}
            autoComplete={autoComplete}
            defaultValue={defaultValue}
            required
            className={INPUT}
          />
        </div>
      ))}
      <div>
        <Island name="ShowPassword" props={{}} />
      </div>
      <button type="submit" className={`${PRIMARY} w-full`}>
        {t("submit")}
      </button>
      {hasPasskeys && <Island name="PasskeyButton" props={{}} />}
    </form>
  );
}
