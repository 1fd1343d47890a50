import { findOwnId } from "@/lib/orders/form/external-order-id";

export interface OrderNameProps {
  code: string;
  externalOrderId: string;
}

/** The shop's own identifier, then the code; only the code if the order form generated the identifier. */
export function OrderName({ code, externalOrderId }: OrderNameProps) {
  const ownId = findOwnId(externalOrderId);
  if (ownId === null) return <span className="font-mono font-medium">{code}</span>;
  return (
    <>
      <bdi title={ownId} className="max-w-56 truncate font-medium text-ink">
        {ownId}
      </bdi>
      <span className="font-mono text-[0.8125rem] text-soft">{code}</span>
    </>
  );
}

/** Names an order where only plain text is possible. */
export const formatOrderName = ({ code, externalOrderId }: OrderNameProps): string =>
  findOwnId(externalOrderId) ?? code;
