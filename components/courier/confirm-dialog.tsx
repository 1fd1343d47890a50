"use client";

import { BigButton } from "@/components/courier/controls";
import { Sheet } from "@/components/courier/sheet";

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
  return (
    <Sheet isOpen={isOpen} title={title} onClose={onNo}>
      <p className="mt-2 text-soft">{text}</p>
      <div className="mt-5 grid gap-3">
        <BigButton tone={tone} isTall onClick={onYes}>
          {yes}
        </BigButton>
        <BigButton tone="quiet" onClick={onNo}>
          {no}
        </BigButton>
      </div>
    </Sheet>
  );
}
