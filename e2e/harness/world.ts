import { createAccount } from "@/lib/accounts/create-account";
import { createKey } from "@/lib/accounts/create-key";
import { type AccountScope, type Mode, mintScope } from "@/lib/accounts/scope";
import { updateAccount } from "@/lib/accounts/update-account";
import { type Clock, systemClock } from "@/lib/clock";
import { DEFAULT_DISPATCH } from "@/lib/config";
import type { Context } from "@/lib/context";
import { createCourier } from "@/lib/couriers/create-courier";
import { recordPosition } from "@/lib/couriers/record-position";
import type { Database } from "@/lib/db/client";
import { assignCourier } from "@/lib/orders/assign-courier";
import { deliverOrder } from "@/lib/orders/deliver-order";
import { startOrder } from "@/lib/orders/start-order";
import { createRouter } from "@/lib/routing/route-trip";

/** A clock that stands where it is put. */
export class StandingClock implements Clock {
  #now: Date;

  constructor(at: Date | string) {
    this.#now = new Date(at);
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}

/** An account with a key in one of its worlds. */
export interface Client {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
  readonly scope: AccountScope;
}

let accounts = 0;

/** Makes an account without a rate limit, and a key. */
export async function makeClient(db: Database, mode: Mode = "live"): Promise<Client> {
  accounts += 1;
  const account = await createAccount(db, {
    email: `shop-${process.pid}-${accounts}@example.com`,
    name: `Shop ${accounts}`,
  });
  await updateAccount(db, account.id, { rateLimitPerMinute: null });
  return addKey(db, account.id, mode);
}

/** Makes one more key of an account. */
export async function addKey(db: Database, accountId: string, mode: Mode): Promise<Client> {
  const { row, key } = await createKey(db, { accountId, name: "Test", mode });
  return { accountId, keyId: row.id, key, scope: mintScope(accountId, mode) };
}

/** The courier side of the service, which moves orders on. */
export class CourierSide {
  readonly context: Context;

  constructor(db: Database, clock: Clock = systemClock) {
    this.context = {
      db,
      clock,
      router: createRouter(),
      actor: { type: "job", id: "test" },
      publicUrl: "http://localhost:3000",
      dispatch: DEFAULT_DISPATCH,
    };
  }

  async makeCourier(transport: { type: "foot" | "bike" | "car" | "van"; make?: string } = { type: "car" }) {
    const courier = await createCourier(this.context.db, {
      name: "Алексей Громов",
      phone: "+79115550001",
      transport,
      isSimulated: true,
    });
    return courier.id;
  }

  /** Leads a new order to the given status; answers with its courier. */
  async lead(scope: AccountScope, id: string, to: "assigned" | "in_progress" | "delivered"): Promise<string> {
    const courierId = await this.makeCourier({ type: "car", make: "Lada" });
    await assignCourier(this.context, scope, id, courierId);
    if (to !== "assigned") await startOrder(this.context, scope, id);
    if (to === "delivered") await deliverOrder(this.context, scope, id);
    return courierId;
  }

  async place(courierId: string, recordedAt = this.context.clock.now(), latitude = 59.93): Promise<boolean> {
    return recordPosition(this.context, courierId, { latitude, longitude: 30.33, heading: 90, recordedAt });
  }
}
