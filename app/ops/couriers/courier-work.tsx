import { issueCourierCash, renewLink, switchCourier, takeCourierCash } from "@/app/ops/couriers/actions";
import { CourierActions } from "@/components/console/courier-actions";
import type { CourierOverview } from "@/lib/couriers/list-couriers";
import { type Kopecks, toRubles } from "@/lib/pricing/money";

const actions = { issueCourierCash, renewLink, switchCourier, takeCourierCash };

export function CourierWork(props: { courier: CourierOverview; nameId: string; cash: Kopecks }) {
  const { id, name, isSimulated, hasLink, orderCode, disabledAt } = props.courier;
  return (
    <CourierActions
      courier={{ id, name, isSimulated, hasLink, orderCode, disabledAt }}
      nameId={props.nameId}
      cashRubles={toRubles(props.cash)}
      actions={actions}
    />
  );
}
