"use client";

import { useTranslations } from "next-intl";
import { useActionState, useId } from "react";
import { EntryFocus } from "@/components/accounts/entry-focus";
import { Island } from "@/components/site/island";
import { ProblemSummary } from "@/components/ui/problem-summary";
import { INPUT, PRIMARY } from "@/components/ui/styles";

export interface SignInFailure {
  readonly why: "wrong" | "passkey_refused" | "too_soon" | "unavailable";
  readonly waitSeconds: number;
  readonly email: string;
}

export function SignInForm(props: {
  next: string;
  hasPasskeys: boolean;
  action: (former: SignInFailure | null, form: FormData) => Promise<SignInFailure>;
}) {
  const { next, hasPasskeys, action } = props;
  const t = useTranslations("auth");
  const id = useId();
  const [failure, submit] = useActionState(action, null);
  const seconds = failure?.waitSeconds ?? 0;
  const fields = [
    ["email", "email", "username webauthn", failure?.email],
    ["password", "password", "current-password", undefined],
  ] as const;
  return (
    <form action={submit} className="space-y-4">
      <input type="hidden" name="next" value={next} />
      <EntryFocus />
      <ProblemSummary
        answer={failure}
        refusal={
          failure && (
            <>
              {t(failure.why)} {seconds > 0 && <Island name="RetryTime" props={{ seconds }} />}
            </>
          )
        }
        problems={[]}
      />
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
