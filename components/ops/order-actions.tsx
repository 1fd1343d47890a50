"use client";

import { useTranslations } from "next-intl";
import { CancelOrder } from "@/components/ops/cancel-order";
import { ReassignButton } from "@/components/ops/reassign-button";
import { ConfirmButton } from "@/components/ui/confirm";
import type { FormAction } from "@/components/ui/form-state";
import type { OrderStatus } from "@/lib/orders/order";

interface Actions {
  readonly assign: FormAction;
  readonly start: FormAction;
  readonly deliver: FormAction;
  readonly cancel: FormAction;
  readonly takeBack: FormAction;
}

interface Props {
  code: string;
  status: OrderStatus;
  hasCourier: boolean;
  /** The courier returns goods, perhaps of a cancelled order. */
  isGoingBack: boolean;
  actions: Actions;
}

export function OrderActions(props: Props) {
  const { code, status, hasCourier, isGoingBack } = props;
  const {
    actions: { assign, start, deliver, cancel, takeBack },
  } = props;
  const t = useTranslations("ops.order");
  const hidden = { code };
  const isOver = status === "delivered" || status === "cancelled";
  if (isOver && !isGoingBack) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {!isOver && (
        <ReassignButton
          code={code}
          label={t(hasCourier ? "reassign" : "assign")}
          assign={assign}
          isPrimary={!hasCourier}
        />
      )}
      {status === "assigned" && hasCourier && (
        <ConfirmButton
          action={start}
          hidden={hidden}
          label={t("start")}
          title={t("start_title")}
          text={t("start_text")}
        />
      )}
      {isGoingBack && (
        <ConfirmButton
          action={takeBack}
          hidden={hidden}
          label={t("take_back")}
          title={t("take_back_title")}
          text={t("take_back_text")}
        />
      )}
      {status === "in_progress" && !isGoingBack && (
        <ConfirmButton
          action={deliver}
          hidden={hidden}
          label={t("deliver")}
          title={t("deliver_title")}
          text={t("deliver_text")}
        />
      )}
      <CancelOrder
        code={code}
        status={status}
        hasCourier={hasCourier}
        action={cancel}
        hidden={hidden}
        isOffered={!isOver}
      />
    </div>
  );
}
