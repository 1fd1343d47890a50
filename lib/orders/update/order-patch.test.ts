import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "@/lib/domain-error";
import { LOCALES } from "@/lib/locale/locale";
import {
  DELIVERY_MODES,
  effectivePayment,
  type OrderRequest,
  UNDELIVERABLE_ACTIONS,
} from "@/lib/orders/order";
import { type CreateOrderBody, detailsFromBody, type PatchOrderBody } from "@/lib/orders/schema";
import { CONTACT_TYPES, PAYMENT_TYPES } from "@/lib/orders/stop-fields";
import { checkIndices, mergePatch } from "@/lib/orders/update/order-patch";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import { kopecks } from "@/lib/pricing/money";
import { ROUTING_MODES } from "@/lib/routing/trip";
import { orderBody } from "@/testing/api-client";
import { anyDropoff } from "@/testing/dropoff-values";

const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const amount = fc.integer({ min: 0, max: 10_000_000 });
const whole = fc.integer({ min: -5, max: 999 });
const time = fc.date({ min: new Date("2026-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });

const address = {
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  area: fc.string(),
  street: fc.string(),
  building: fc.string(),
  apartment: nullable(whole),
  entrance: nullable(whole),
  floor: nullable(whole),
  intercom: nullable(fc.string()),
  instructions: nullable(fc.string()),
};

const contact = {
  value: fc.string(),
  name: nullable(fc.string()),
  type: fc.constantFrom(...CONTACT_TYPES),
};

const proof = fc.record({
  photo: nullable(fc.boolean()),
  code: nullable(fc.boolean()),
  signature: nullable(fc.boolean()),
});

const details: fc.Arbitrary<OrderRequest> = fc.record({
  pickup: fc.record({ address: fc.record(address), contact: fc.record(contact), proof }),
  dropoffs: fc.array(
    fc
      .tuple(fc.record({ address: fc.record(address), contact: fc.record(contact), proof }), anyDropoff)
      .map(([stop, own]) => ({ ...stop, ...own, deliveryWindow: null, metadata: {} })),
    { minLength: 1, maxLength: 10 },
  ),
  cargoSize: fc.constantFrom(...CARGO_SIZES),
  routingMode: fc.constantFrom(...ROUTING_MODES),
  paymentType: fc.constantFrom(...PAYMENT_TYPES),
  paymentAmount: nullable(amount.map(kopecks)),
  deliveryTime: nullable(time),
  readyAt: nullable(time),
  deliveryMode: fc.constantFrom(...DELIVERY_MODES),
  comment: nullable(fc.string()),
  ifUndeliverable: fc.constantFrom(...UNDELIVERABLE_ACTIONS),
  metadata: fc.constant({}),
  notify: fc.constantFrom(null, true, false),
  locale: fc.constantFrom(null, ...LOCALES),
});

const partial = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] });

const payment = {
  cargo_size: fc.constantFrom(...CARGO_SIZES),
  payment_type: fc.constantFrom(...PAYMENT_TYPES),
  payment_amount: nullable(amount.map((value) => value / 100)),
};

/** A PATCH whose dropoffs name each position of the order at most once. */
const patchFor = (count: number): fc.Arbitrary<PatchOrderBody> =>
  partial({
    pickup: partial({ address: partial(address), contact: partial(contact) }),
    dropoffs: fc.uniqueArray(fc.nat(count - 1), { maxLength: count }).chain((indices) =>
      fc.tuple(
        ...indices.map((index) =>
          partial({
            ...payment,
            address: partial(address),
            contact: partial(contact),
            doorstep: fc.boolean(),
          }).map((patch) => ({ ...patch, index })),
        ),
      ),
    ),
    ...payment,
    routing_mode: fc.constantFrom(...ROUTING_MODES),
    delivery_time: nullable(time.map((value) => value.toISOString())),
    ready_at: nullable(time.map((value) => value.toISOString())),
    delivery_mode: fc.constantFrom(...DELIVERY_MODES),
    comment: nullable(fc.string()),
  }) as fc.Arbitrary<PatchOrderBody>;

/** The expected merge: every leaf of the patch replaces the same leaf of the details. */
function byHand(stored: OrderRequest, patch: PatchOrderBody): unknown {
  const names: Record<string, string> = {
    cargo_size: "cargoSize",
    payment_type: "paymentType",
    payment_amount: "paymentAmount",
    routing_mode: "routingMode",
    delivery_time: "deliveryTime",
    ready_at: "readyAt",
    delivery_mode: "deliveryMode",
  };
  const copy = structuredClone(stored) as unknown as Record<string, unknown>;
  const write = (target: Record<string, unknown>, source: Record<string, unknown>): void => {
    for (const [name, value] of Object.entries(source)) {
      if (name === "index") continue;
      if (name === "dropoffs") {
        for (const dropoff of value as { index: number }[]) {
          write((target.dropoffs as Record<string, unknown>[])[dropoff.index] ?? {}, { ...dropoff });
        }
      } else if (name === "pickup" || name === "address" || name === "contact") {
        write(target[name] as Record<string, unknown>, value as Record<string, unknown>);
      } else if (name === "payment_amount") {
        // A dropoff's null is an amount of 0, which excludes the order's amount.
        const none = target === copy ? null : 0;
        target.paymentAmount = value === null ? none : Math.round((value as number) * 100);
      } else if (name === "delivery_time" || name === "ready_at") {
        target[names[name] ?? name] = value === null ? null : new Date(value as string);
      } else {
        target[names[name] ?? name] = value;
      }
    }
  };
  write(copy, patch as Record<string, unknown>);
  return copy;
}

describe("PATCH", () => {
  it("equals a manual merge for any order and any patch (PATCH-3)", () => {
    fc.assert(
      fc.property(
        details.chain((stored) => fc.tuple(fc.constant(stored), patchFor(stored.dropoffs.length))),
        ([stored, patch]) => {
          expect(mergePatch(stored, patch)).toEqual(byHand(stored, patch));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("leaves the order unchanged when the body is empty", () => {
    fc.assert(
      fc.property(details, (stored) => {
        expect(mergePatch(stored, {})).toEqual(stored);
      }),
    );
  });

  it.each([
    ["beyond the last dropoff", [{ index: 2 }], ["dropoffs.0.index"]],
    ["twice, once by index and once by default", [{ index: 1 }, {}], ["dropoffs.1.index"]],
    [
      "with several errors at once",
      [{ index: 5 }, { index: 0 }, { index: 0 }],
      ["dropoffs.0.index", "dropoffs.2.index"],
    ],
    ["each once", [{ index: 1 }, { index: 0 }], []],
  ])("has its dropoff positions checked when they are given %s", (_, patches, fields) => {
    expect(checkIndices(patches, 2).map(({ field }) => field)).toEqual(fields);
  });

  it("is rejected entirely for a wrong position", () => {
    fc.assert(
      fc.property(details, (stored) => {
        const patch = { comment: "x", dropoffs: [{ index: 9 }, { index: 9 }] };
        expect(() => mergePatch(stored, patch)).toThrow(DomainError);
      }),
    );
  });
});

describe("payment", () => {
  it("uses the order's payment only for a first dropoff without its own (ORD-7, ORD-8, ORD-15)", () => {
    fc.assert(
      fc.property(details, (stored) => {
        stored.dropoffs.forEach((dropoff, index) => {
          const { type, amount: due } = effectivePayment(stored, index);
          const inherited = index === 0 ? stored.paymentAmount : null;
          expect(due).toBe((dropoff.paymentAmount ?? inherited) || null);
          expect(type).toBe(dropoff.paymentType ?? (index === 0 ? stored.paymentType : "cash"));
        });
      }),
    );
  });

  it.each<[string, object, object, number | null]>([
    ["omitted", {}, {}, 150_000],
    ["null in the create request", { payment_amount: null }, {}, null],
    ["null in a PATCH", {}, { payment_amount: null }, null],
    ["null in a PATCH over a stored amount", { payment_amount: 70 }, { payment_amount: null }, null],
    ["omitted by a PATCH after a null", { payment_amount: null }, { doorstep: false }, null],
  ])(
    "has the correct amount for the first dropoff when its amount is %s (ORD-8, DROP-5)",
    (_, created, patched, due) => {
      const body = orderBody();
      const [dropoff] = body.dropoffs as [CreateOrderBody["dropoffs"][number]];
      const sent = { ...body, payment_amount: 1500, dropoffs: [{ ...dropoff, ...created }] };
      const stored = mergePatch(detailsFromBody(sent), { dropoffs: [patched] });
      expect(effectivePayment(stored, 0).amount).toBe(due);
    },
  );
});
