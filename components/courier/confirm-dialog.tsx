"use client";

import { useEffect, useId, useRef } from "react";
import { BigButton } from "@/components/courier/controls";

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: {
  isOpen: boolean;
  title: string;
  text: string;
  yes: string;
  no: string;
  tone?: "action" | "danger";
  onYes: () => void;
  onNo: () => void;
}) {
  const { isOpen, title, text, yes, no, tone = "action", onYes, onNo } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onNo}
      className="fixed inset-x-0 bottom-0 top-auto mx-auto w-full max-w-xl rounded-t-3xl bg-surface p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] text-ink"
    >
      <h2 id={id} className="type-title">
        {title}
      </h2>
      <p className="mt-2 text-soft">{text}</p>
      <div className="mt-5 grid gap-3">
        <BigButton tone={tone} isTall onClick={onYes}>
          {yes}
        </BigButton>
        <BigButton tone="quiet" onClick={onNo}>
          {no}
        </BigButton>
      </div>
    </dialog>
  );
}
