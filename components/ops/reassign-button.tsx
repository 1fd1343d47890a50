"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ReassignSheet } from "@/components/ops/reassign-sheet";
import type { FormAction } from "@/components/ui/form-state";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";

interface Props {
  code: string;
  label: string;
  assign: FormAction;
  isPrimary: boolean;
}

export function ReassignButton({ code, label, assign, isPrimary }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [given, setGiven] = useState<string | null>(null);
  const t = useTranslations("ops.reassign");
  const close = () => dialog.current?.close();
  const done = (name: string) => {
    setGiven(name);
    close();
  };
  const open = () => {
    setOpen(true);
    setGiven(null);
    dialog.current?.showModal();
  };
  return (
    <>
      <button type="button" onClick={open} className={isPrimary ? PRIMARY : SECONDARY}>
        {label}
      </button>
      <dialog
        ref={dialog}
        onClose={() => setOpen(false)}
        className="m-auto max-h-[calc(100dvh-2rem)] w-[min(25.5rem,calc(100vw-2rem))] flex-col overflow-hidden rounded-xl bg-raised text-ink shadow-e2 backdrop:bg-black/50 open:flex"
      >
        {isOpen && <ReassignSheet orderCode={code} assign={assign} onDone={done} onClose={close} />}
      </dialog>
      <p role="status" className="w-full text-sm empty:hidden">
        {given !== null && t("done", { code, name: given })}
      </p>
    </>
  );
}
