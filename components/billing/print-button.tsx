"use client";

import { Printer } from "lucide-react";
import { SECONDARY } from "@/components/ui/styles";

export const PrintButton = ({ label }: { label: string }) => (
  <button type="button" className={SECONDARY} onClick={() => print()}>
    <Printer aria-hidden="true" className="size-4" />
    {label}
  </button>
);
