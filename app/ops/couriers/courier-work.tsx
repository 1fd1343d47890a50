import { issueCourierCash, renewLink, switchCourier, takeCourierCash } from "@/app/ops/actions";
import { CourierActions, CourierCash } from "@/components/ops/courier-actions";
import type { CourierOverview } from "@/lib/couriers/list-couriers";
import { type Kopecks, toRubles } from "@/lib/pricing/money";

interface Props {
  courier: Pick<CourierOverview, "id" | "name" | "disabledAt" | "isSimulated" | "hasLink" | "orderCode">;
  nameId: string;
  cash: Kopecks;
}

export function CourierWork({ courier, nameId, cash }: Props) {
  const { id, name, isSimulated, hasLink, orderCode } = courier;
  const about = { id, name, nameId };
  return (
    <>
      <CourierActions
        {...about}
        {...{ isSimulated, hasLink, orderCode }}
        isDisabled={courier.disabledAt !== null}
        renewLink={renewLink}
        switchWork={switchCourier}
      />
      {!isSimulated && (
        <CourierCash
          {...about}
          balance={String(toRubles(cash))}
          issue={issueCourierCash}
          takeIn={takeCourierCash}
        />
      )}
    </>
  );
}
