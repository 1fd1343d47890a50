"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CancelOrder } from "@/components/console/cancel-order";
import { HandedOver, type Handover } from "@/components/console/handed-over";
import type { OpsPageView } from "@/components/console/order/ops-page-view";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import type { FormAction, FormActions } from "@/components/ui/form-state";
import { useModal } from "@/components/ui/open-modal";
import { Permitted } from "@/components/ui/permissions";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";
import { useUrlValue } from "@/components/ui/use-url-value";

const ReassignSheet = dynamic(() =>
  import("@/components/console/reassign-sheet").then(({ ReassignSheet }) => ReassignSheet),
);

interface Props {
  order: Pick<OpsPageView, "code" | "status" | "courierId" | "wayBack" | "held">;
  actions: FormActions<"assign" | "start" | "deliver" | "cancel" | "takeBack">;
}

export function OrderActions({ order: { code, status, courierId, wayBack, held }, actions }: Props) {
  const t = useTranslations("ops.order");
  const hidden = { code };
  const hasCourier = courierId !== null;
  const isOver = status === "delivered" || status === "cancelled";
  // A courier may still be returning the goods of a cancelled order.
  const isGoingBack = wayBack?.state === "on_the_way";
  if (isOver && !isGoingBack) return null;
  return (
    <Permitted needs="service.dispatch_orders">
      <div className="mt-4 flex flex-wrap gap-2">
        {!isOver && held === null && (
          <ReassignButton
            code={code}
            label={t(hasCourier ? "reassign" : "assign")}
            assign={actions.assign}
            isPrimary={!hasCourier}
          />
        )}
        {status === "assigned" && hasCourier && (
          <ConfirmButton action={actions.start} hidden={hidden} {...confirmTexts(t, "start")} />
        )}
        {isGoingBack && (
          <ConfirmButton action={actions.takeBack} hidden={hidden} {...confirmTexts(t, "take_back")} />
        )}
        {status === "in_progress" && !isGoingBack && (
          <ConfirmButton action={actions.deliver} hidden={hidden} {...confirmTexts(t, "deliver")} />
        )}
        <CancelOrder
          code={code}
          status={status}
          hasCourier={hasCourier}
          action={actions.cancel}
          hidden={hidden}
          isOffered={!isOver}
        />
      </div>
    </Permitted>
  );
}

function ReassignButton(props: { code: string; label: string; assign: FormAction; isPrimary: boolean }) {
  const { code, label, assign, isPrimary } = props;
  const [panel, setPanel] = useUrlValue("panel");
  const isOpen = panel === "reassign";
  const dialog = useModal(isOpen);
  const [given, setGiven] = useState<Handover | null>(null);
  const close = () => dialog.current?.close();
  const done = (handover: Handover) => {
    setGiven(handover);
    close();
  };
  const open = () => {
    setPanel("reassign");
    setGiven(null);
  };
  return (
    <>
      <button type="button" onClick={open} className={isPrimary ? PRIMARY : SECONDARY}>
        {label}
      </button>
      <dialog
        ref={dialog}
        onClose={() => setPanel(null)}
        className="m-auto max-h-[calc(100dvh-2rem)] w-[min(25.5rem,calc(100vw-2rem))] flex-col overflow-hidden rounded-xl bg-raised text-ink shadow-e2 backdrop:bg-black/50 open:flex"
      >
        {isOpen && <ReassignSheet orderCode={code} assign={assign} onDone={done} onClose={close} />}
      </dialog>
      <div role="status" className="w-full text-sm empty:hidden">
        {given !== null && <HandedOver handover={given} assign={assign} />}
      </div>
    </>
  );
}
