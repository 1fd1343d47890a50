import { issueCourierCash, renewLink, switchCourier, takeCourierCash } from "@/app/ops/actions";
import { CourierActions, CourierCash } from "@/components/ops/courier-actions";
import { type Kopecks, toRubles } from "@/lib/pricing/money";

interface Props {
  courier: {
    readonly id: string;
    readonly name: string;
    readonly disabledAt: Date | null;
    readonly isSimulated: boolean;
    readonly hasLink: boolean;
    readonly orderCode: string | null;
  };
  nameId: string;
  cash: Kopecks;
}

export function CourierWork({ courier, nameId, cash }: Props) {
  const { id, name, isSimulated } = courier;
  return (
    <>
      <CourierActions
        id={id}
        name={name}
        nameId={nameId}
        isDisabled={courier.disabledAt !== null}
        isSimulated={isSimulated}
        hasLink={courier.hasLink}
        orderCode={courier.orderCode}
        renewLink={renewLink}
        switchWork={switchCourier}
      />
      {!isSimulated && (
        <CourierCash
          id={id}
          name={name}
          nameId={nameId}
          balance={String(toRubles(cash))}
          issue={issueCourierCash}
          takeIn={takeCourierCash}
        />
      )}
    </>
  );
}
