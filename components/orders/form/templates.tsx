"use client";

import { LayoutTemplate } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { SaveDialog } from "@/components/orders/form/save-dialog";
import { useAddressLookup } from "@/components/orders/form/use-address-lookup";
import { useOrderForm } from "@/components/orders/form/use-order-form";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { GHOST } from "@/components/ui/styles";
import { withMode } from "@/lib/http/mode";
import type { OrderDraft } from "@/lib/orders/form/draft";
import { formatStopAddress } from "@/lib/orders/form/draft-changes";
import type { DeliveryTemplate } from "@/lib/orders/form/template";

export interface TemplateActions {
  readonly save: FormAction<DeliveryTemplate>;
  readonly remove: FormAction<OrderDraft | null>;
}

const ROW = "flex min-h-11 min-w-0 flex-1 items-center rounded-lg px-2.5 text-sm hover:bg-hover";

export function Templates(props: {
  templates: readonly DeliveryTemplate[];
  actions: TemplateActions;
  announce: (text: string) => void;
}) {
  const { templates: atFirst, actions, announce } = props;
  const t = useTranslations("delivery.templates");
  const { mode } = useAddressLookup();
  const { draft } = useOrderForm();
  const [added, setAdded] = useState<readonly DeliveryTemplate[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isSaving, setSaving] = useState(false);
  const templates = [
    ...atFirst,
    ...added.filter((one) => atFirst.every((other) => other.id !== one.id)),
  ].filter(({ id: known }) => !removed.includes(known));
  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget={id}
        aria-label={t("title")}
        title={t("title")}
        className={`${GHOST} px-2.5`}
      >
        <LayoutTemplate aria-hidden="true" className="size-4" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="fixed inset-auto top-20 left-4 m-0 max-h-[70dvh] w-[min(22rem,calc(100vw-2rem))] overflow-y-auto rounded-xl bg-raised p-2 text-ink shadow-e2 lg:left-64"
      >
        <h2 className="px-2.5 pt-1.5 pb-1 text-xs text-soft">{t("title")}</h2>
        {templates.length === 0 && <p className="px-2.5 pb-2 text-sm text-soft">{t("none")}</p>}
        <ul>
          {templates.map((template) => (
            <li key={template.id} className="flex items-center gap-1">
              <Link href={withMode(`/dashboard/new?template=${template.id}`, mode)} className={ROW}>
                <span id={`template-${template.id}`} className="truncate">
                  {template.name}
                </span>
              </Link>
              <ConfirmButton
                action={actions.remove}
                hidden={{ id: template.id }}
                {...confirmTexts(t, "delete", { name: template.name })}
                look={`${GHOST} px-3 text-soft`}
                describedBy={`template-${template.id}`}
                onDone={() => setRemoved((before) => [...before, template.id])}
                undo={({ result }) =>
                  result && {
                    text: t("deleted", { name: template.name }),
                    action: actions.save as FormAction,
                    hidden: { name: template.name, draft: JSON.stringify(result) },
                  }
                }
              />
            </li>
          ))}
        </ul>
        <div className="mt-1 border-t border-line pt-1">
          <button
            type="button"
            onClick={() => {
              menu.current?.hidePopover();
              setSaving(true);
            }}
            className={`${ROW} w-full cursor-pointer text-left`}
          >
            {t("save_as")}
          </button>
          <Link href={withMode("/dashboard/addresses", mode)} className={ROW}>
            {t("addresses")}
          </Link>
        </div>
      </div>
      <SaveDialog
        id={`${id}-title`}
        title={t("save_title")}
        text={t("save_text")}
        submit={t("save")}
        action={actions.save}
        fields={{ name: t("name") }}
        hidden={isSaving ? { draft: JSON.stringify(draft) } : null}
        onSaved={(template) => {
          setAdded((before) => [...before, template]);
          announce(t("saved", { name: template.name }));
          setSaving(false);
        }}
        onClose={() => setSaving(false)}
      >
        <TextField
          name="name"
          label={t("name")}
          initial={draft.dropoffs.map(formatStopAddress).filter(Boolean).join(" → ").slice(0, 64)}
        />
      </SaveDialog>
    </div>
  );
}
