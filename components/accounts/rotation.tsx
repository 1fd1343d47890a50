"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { KeySecret, type NewSecret } from "@/components/accounts/key-secret";
import { LeakOutcome } from "@/components/accounts/leak-outcome";
import { LifetimeField } from "@/components/accounts/new-key";
import { ActionForm, SelectField, SubmitButton } from "@/components/ui/form";
import type { FormAction, FormState } from "@/components/ui/form-state";
import { openModal } from "@/components/ui/open-modal";
import { CONFIRM_DANGER, PRIMARY, SECONDARY, SMALL_DANGER, SMALL_GHOST } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import { KEY_OVERLAPS_HOURS } from "@/lib/accounts/key-terms";

interface ReplacedKeyNotice {
  readonly id: string;
  readonly name: string;
  readonly isLeaked?: boolean;
}

const OpenRotation = createContext<(key: ReplacedKeyNotice) => void>(() => {});

/** Wraps the list, since a key that expires at once leaves it while its successor is still shown. */
export function Rotation(props: {
  rotate: FormAction<NewSecret>;
  replaceLeaked: FormAction<NewSecret>;
  mode: Mode;
  publicUrl: string;
  children: ReactNode;
}) {
  const { rotate, replaceLeaked, mode, publicUrl, children } = props;
  const t = useTranslations("keys.rotate");
  const leaked = useTranslations("keys.leaked");
  const form = useTranslations("ui.form");
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [target, setTarget] = useState<ReplacedKeyNotice | null>(null);
  const [answer, setAnswer] = useState<FormState<NewSecret> | null>(null);
  const [opening, setOpening] = useState(0);
  const open = (key: ReplacedKeyNotice) => {
    // Synchronously: on opening, the dialog focuses what it contains.
    flushSync(() => {
      setTarget(key);
      setAnswer(null);
      setOpening((before) => before + 1);
    });
    openModal(dialog.current);
  };
  const close = () => dialog.current?.close();
  const secret = answer?.result?.secret ?? null;
  const isLeaked = target?.isLeaked === true;
  const question = isLeaked
    ? leaked("title", { name: target.name })
    : t("title", { name: target?.name ?? "" });
  const title = useRef<HTMLHeadingElement>(null);
  // The focused element disappeared with the question, so focus the title.
  useEffect(() => {
    if (secret !== null) title.current?.focus();
  }, [secret]);
  return (
    <OpenRotation value={open}>
      {children}
      <dialog
        ref={dialog}
        aria-labelledby={heading}
        // A secret shown once is gone when the dialog closes.
        onClose={() => setAnswer(null)}
        className="m-auto w-[min(36rem,calc(100vw-2rem))] rounded-xl bg-raised p-5 text-ink shadow-e2 backdrop:bg-black/50 sm:p-6"
      >
        <h2 id={heading} ref={title} tabIndex={-1} className="type-heading focus:outline-none">
          {target !== null && (secret === null ? question : t("done_title", { name: target.name }))}
        </h2>
        {target === null ? null : secret === null ? (
          <>
            <p className="mt-2 mb-4 text-sm text-soft">{isLeaked ? leaked("text") : t("text")}</p>
            <ActionForm
              key={opening}
              action={isLeaked ? replaceLeaked : rotate}
              hidden={{ id: target.id }}
              fields={{ overlap: t("overlap") }}
              onDone={setAnswer}
            >
              <div className="space-y-4">
                {!isLeaked && (
                  <SelectField name="overlap" label={t("overlap")} hint={t("overlap_hint")} initial="24">
                    {KEY_OVERLAPS_HOURS.map((hours) => (
                      <option key={hours} value={hours}>
                        {t(`overlaps.${hours}`)}
                      </option>
                    ))}
                  </SelectField>
                )}
                <LifetimeField label={t("lifetime")} />
              </div>
              <div className="mt-5 flex flex-wrap justify-end gap-3">
                <button type="button" onClick={close} className={SECONDARY}>
                  {form("back")}
                </button>
                <SubmitButton look={isLeaked ? CONFIRM_DANGER : PRIMARY}>
                  {isLeaked ? leaked("submit") : t("submit")}
                </SubmitButton>
              </div>
            </ActionForm>
          </>
        ) : (
          <div className="mt-4">
            <KeySecret secret={secret} publicUrl={publicUrl} />
            {isLeaked && (
              <LeakOutcome keyId={target.id} mode={mode} endpoints={answer?.result?.endpoints ?? 0} />
            )}
            <div className="mt-5 flex justify-end">
              <button type="button" onClick={close} className={SECONDARY}>
                {t("close")}
              </button>
            </div>
          </div>
        )}
      </dialog>
    </OpenRotation>
  );
}

export function RotateButton({
  id,
  name,
  isLeaked = false,
  describedBy,
}: ReplacedKeyNotice & { describedBy: string }) {
  const t = useTranslations(isLeaked ? "keys.leaked" : "keys.rotate");
  const open = useContext(OpenRotation);
  return (
    <button
      type="button"
      className={isLeaked ? SMALL_DANGER : SMALL_GHOST}
      aria-describedby={describedBy}
      onClick={() => open({ id, name, isLeaked })}
    >
      {t("open")}
    </button>
  );
}
