import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { ConfirmButton } from "@/components/ui/confirm-button";

interface Props {
  id: string;
  icon: LucideIcon;
  name: string;
  /** Null if the credential cannot be ended here. */
  end: Pick<ComponentProps<typeof ConfirmButton>, "action" | "label" | "title" | "text"> | null;
  children: ReactNode;
}

export const CredentialRow = ({ id, icon: Icon, name, end, children }: Props) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
    <Icon aria-hidden="true" className="size-5 flex-none text-soft" />
    <div className="min-w-0 flex-1 basis-48">
      <p id={`credential-${id}`} className="font-medium break-words">
        {name}
      </p>
      <p className="mt-0.5 text-xs text-soft">{children}</p>
    </div>
    {end !== null && <ConfirmButton {...end} hidden={{ id }} isDangerous describedBy={`credential-${id}`} />}
  </li>
);
