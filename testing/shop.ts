import { randomUUID } from "node:crypto";
import { type AccountScope, type Mode, mintScope } from "@/lib/account-scope";
import { createAccount } from "@/lib/accounts/create-account";
import { createKey } from "@/lib/accounts/create-key";
import type { Home } from "@/lib/accounts/home";
import { updateAccount } from "@/lib/accounts/update-account";
import { type Clock, systemClock } from "@/lib/clock";
import { DEFAULT_DISPATCH } from "@/lib/config";
import type { Context } from "@/lib/context";
import { createCourier } from "@/lib/couriers/create-courier";
import { recordPosition } from "@/lib/couriers/record-position";
import { setShift } from "@/lib/couriers/set-shift";
import type { Database } from "@/lib/db/client";
import { directPlanner } from "@/lib/dispatch/make-plan";
import { addProof } from "@/lib/orders/fulfillment/add-proof";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import type { StepInput } from "@/lib/orders/fulfillment/courier-task";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { loadOrder } from "@/lib/orders/load-order";
import { effectiveProof } from "@/lib/orders/order";
import type { CourierStep } from "@/lib/orders/progress";
import { PROOF_KINDS } from "@/lib/orders/proof/proof-file";
import { codeToken, proofCode } from "@/lib/orders/proof-code";
import { createRouter } from "@/lib/routing/router";
import { updateArrivals } from "@/lib/tracking/arrivals/update-arrivals";

/** A clock that only changes when it is set. */
export class FixedClock implements Clock {
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

/** An account with a key in one of its modes. */
export interface Client {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
  readonly scope: AccountScope;
}

/** Time zone, phone country and language of test accounts. */
export const HOME: Home = { timeZone: "Europe/Moscow", phoneCountry: "RU", locale: "ru" };

let accounts = 0;

/** Creates an account without a rate limit, and a key. */
export async function makeClient(db: Database, mode: Mode = "live"): Promise<Client> {
  accounts += 1;
  const account = await createAccount(db, {
    email: `shop-${process.pid}-${accounts}@example.com`,
    name: `Shop ${accounts}`,
    home: HOME,
  });
  await updateAccount(db, account.id, { rateLimitPerMinute: null });
  return addKey(db, account.id, mode);
}

/** Creates another key of an account. */
export async function addKey(db: Database, accountId: string, mode: Mode): Promise<Client> {
  const { row, key } = await createKey(db, { accountId, name: "Test", mode });
  return { accountId, keyId: row.id, key, scope: mintScope(accountId, mode) };
}

/** Performs the couriers' actions, which advance orders. */
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
      planner: directPlanner,
    };
  }

  /** Creates a courier in one of the modes; in live mode a real courier, who starts off shift. */
  async makeCourier(
    transport: { type: "foot" | "bike" | "car" | "van"; make?: string } = { type: "car" },
    mode: Mode = "live",
  ) {
    const courier = await createCourier(this.context.db, {
      name: "Алексей Громов",
      phone: "+79115550001",
      transport,
      isSimulated: mode === "test",
      mode,
    });
    return courier.id;
  }

  /** Creates a live courier on shift at a point, available for an order. */
  async makeFreeCourier(
    at: { latitude: number; longitude: number },
    transport: { type: "foot" | "bike" | "car" | "van" } = { type: "car" },
  ): Promise<string> {
    const courierId = await this.makeCourier(transport);
    await setShift(this.context, courierId, true);
    const fix = {
      latitude: at.latitude,
      longitude: at.longitude,
      heading: 90,
      recordedAt: this.context.clock.now(),
    };
    await recordPosition(this.context, courierId, fix);
    return courierId;
  }

  /**
   * Brings a new order of any size to the given status; returns its courier. If its account requires proof, the
   * courier provides it at each stop.
   */
  async lead(scope: AccountScope, id: string, to: "assigned" | "in_progress" | "delivered"): Promise<string> {
    const courierId = await this.makeCourier({ type: "car", make: "Lada" }, scope.mode);
    const input = { externalOrderId: id, courierId, isAnyVehicleFine: true };
    const order = await assignCourier(this.context, scope, input);
    if (to === "assigned") return courierId;
    const account = await this.context.db.models.account.findUniqueOrThrow({
      where: { id: scope.accountId },
    });
    const isProofAsked = account.proofPhoto || account.proofCode || account.proofSignature;
    if (isProofAsked) await this.take(courierId, order.id, { type: "pick_up" });
    else await startOrder(this.context, scope, id);
    if (to !== "delivered") return courierId;
    if (!isProofAsked) await deliverOrder(this.context, scope, id);
    for (const dropoff of isProofAsked ? order.dropoffTokens.keys() : []) {
      await this.take(courierId, order.id, { type: "hand_over", dropoff });
    }
    return courierId;
  }

  /** Accepts the order that the courier has been offered. */
  async accept(scope: AccountScope, externalOrderId: string, courierId: string): Promise<void> {
    const order = await loadOrder(this.context.db, { scope, externalOrderId });
    if (order === null) throw new Error("The order does not exist.");
    await this.take(courierId, order.id, { type: "accept" });
  }

  /** Takes a courier's step with everything that the stop requires, and the given additional input. */
  async take(courierId: string, orderId: bigint, step: CourierStep, told: StepInput = {}): Promise<void> {
    const proof =
      step.type === "pick_up" || step.type === "hand_over"
        ? await this.#prove(courierId, orderId, "dropoff" in step ? step.dropoff + 1 : 0)
        : {};
    await recordStep(this.context, courierId, { orderId, step, report: { ...proof, ...told } });
  }

  async place(courierId: string, recordedAt = this.context.clock.now(), latitude = 59.93): Promise<boolean> {
    return recordPosition(this.context, courierId, { latitude, longitude: 30.33, heading: 90, recordedAt });
  }

  /** Moves the shown windows of all orders, as the periodic pass does. */
  async showArrivals(): Promise<void> {
    await updateArrivals(this.context);
  }

  /** Uploads the files that a stop requires, and returns the rest of the required input. */
  async #prove(courierId: string, orderId: bigint, position: number): Promise<StepInput> {
    const order = await this.context.db.models.order.findUniqueOrThrow({
      where: { id: orderId },
      include: { account: true, stops: { orderBy: { position: "asc" } } },
    });
    const stop = order.stops[position];
    const [, ...dropoffs] = order.stops;
    const proof = {
      photo: stop?.proofPhoto ?? null,
      code: stop?.proofCode ?? null,
      signature: stop?.proofSignature ?? null,
    };
    const requested = effectiveProof(proof, order.account);
    const files: string[] = [];
    for (const kind of PROOF_KINDS.filter((one) => requested[one])) {
      const [id, takenAt] = [randomUUID(), this.context.clock.now()];
      await addProof(this.context, courierId, {
        id,
        orderId,
        position,
        kind,
        objectKey: `proofs/${id}.webp`,
        bytes: 1,
        takenAt,
      });
      files.push(id);
    }
    const token = codeToken(position, {
      trackingToken: order.trackingToken,
      dropoffTokens: dropoffs.map(({ trackingToken }) => trackingToken),
    });
    return {
      files,
      signerName: requested.signature ? "Анна" : undefined,
      code: requested.code && token !== null ? proofCode(token) : undefined,
    };
  }
}
