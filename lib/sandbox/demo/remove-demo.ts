import { disableUser } from "@/lib/accounts/disable-user";
import { listAccounts } from "@/lib/accounts/list-accounts";
import { updateAccount } from "@/lib/accounts/update-account";
import type { Context } from "@/lib/context";
import { listCouriers } from "@/lib/couriers/list-couriers";
import { disableCourier } from "@/lib/dispatch/disable-courier";
import { DomainError, ignoreRefusal } from "@/lib/domain-error";
import { listAccountActiveOrders } from "@/lib/orders/list/list-active-orders";
import { DEMO_EMAIL, DEMO_OPERATOR_EMAIL } from "@/lib/sandbox/demo/demo-traffic";
import { endOrder } from "@/lib/sandbox/demo/end-order";
import { demoScopes } from "@/lib/sandbox/demo/scopes";

/** Disables the demo; rows stay, since the journal refers to them. Idempotent. @throws DomainError ACCOUNT_NOT_FOUND */
export async function removeDemo(context: Context) {
  const { db, clock } = context;
  const demo = (await listAccounts(db, DEMO_EMAIL)).find(({ email }) => email === DEMO_EMAIL);
  if (demo === undefined) throw new DomainError("ACCOUNT_NOT_FOUND");
  await updateAccount(db, demo.id, { disabledAt: demo.disabledAt ?? clock.now() });
  await disableUser(context, DEMO_OPERATOR_EMAIL, true).catch(ignoreRefusal);
  // Orders end before their couriers are disabled; otherwise real couriers would get them.
  let endedOrders = 0;
  for (const scope of demoScopes(demo.id)) {
    let open = await listAccountActiveOrders(db, scope, { now: clock.now() });
    while (open.length > 0) {
      for (const order of open) {
        await endOrder(context, scope, order, "demo_removed").catch(ignoreRefusal);
      }
      const left = await listAccountActiveOrders(db, scope, { now: clock.now() });
      endedOrders += open.length - left.length;
      open = left;
    }
  }
  const couriers = (await listCouriers(db, "live")).filter(
    ({ isSimulated, disabledAt }) => isSimulated && disabledAt === null,
  );
  for (const { id } of couriers) await disableCourier(context, id, true);
  return { accountId: demo.id, endedOrders, disabledCouriers: couriers.length };
}
