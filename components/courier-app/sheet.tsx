"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { BigButton } from "@/components/courier-app/controls";

export function Sheet(props: { isOpen: boolean; title: string; onClose: () => void; children: ReactNode }) {
  const { isOpen, title, onClose, children } = props;
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
      onClose={onClose}
      className="fixed inset-x-0 bottom-0 top-auto mx-auto max-h-[96dvh] w-full max-w-xl overflow-y-auto overscroll-contain rounded-t-2xl bg-surface p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] text-ink"
    >
      <h2 id={id} className="type-title">
        {title}
      </h2>
      {children}
    </dialog>
  );
}

export function ConfirmDialog(props: {
  isOpen: boolean;
  title: string;
  text: string;
  yes: string;
  no: string;
  tone?: "action" | "danger";
  onYes: () => void;
  onClose: () => void;
}) {
  const { isOpen, title, text, yes, no, tone = "action", onYes, onClose } = props;
  return (
    <Sheet isOpen={isOpen} title={title} onClose={onClose}>
      <p className="mt-2 text-soft">{text}</p>
      <div className="mt-5 grid gap-3">
        <BigButton
          tone={tone}
          isTall
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {yes}
        </BigButton>
        <BigButton tone="quiet" onClick={onClose}>
          {no}
        </BigButton>
      </div>
    </Sheet>
  );
}
