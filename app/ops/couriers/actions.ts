"use server";

import * as z from "zod";
import { action } from "@/app/action";
import { findProblems, parseForm } from "@/app/form";
import { readHome } from "@/lib/accounts/home";
import { config } from "@/lib/config";
import { cashAmount } from "@/lib/couriers/cash-schema";
import { createCourier } from "@/lib/couriers/create-courier";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { MAX_ORDERS_IN_HAND } from "@/lib/couriers/max-orders-in-hand";
import { moveRouteStops } from "@/lib/couriers/move-route-stops";
import { pinRoute, unpinRoute } from "@/lib/couriers/pin-route";
import { messageText, newCourier } from "@/lib/couriers/schema";
import { sendMessage } from "@/lib/couriers/send-message";
import { transferCash } from "@/lib/couriers/transfer-cash";
import { disableCourier } from "@/lib/dispatch/disable-courier";
import { MAX_DROPOFFS } from "@/lib/routing/trip";

const courierForm = z.object({ id: z.guid({ error: "COURIER_NOT_FOUND" }) });

export const hire = action({
  permission: "service.manage_couriers",
  audit: "courier.create",
  async work({ context, input, mode }) {
    const courier = parseForm(newCourier(readHome(config().dataDir).phoneCountry), input);
    const { name, phone, transport: type, ...vehicle } = courier;
    // In test mode every courier is simulated.
    const isSimulated = mode === "test" || input.simulated === "on";
    const transport = { type, ...vehicle };
    const { id } = await createCourier(context.db, { name, phone, transport, isSimulated, mode });
    const access = isSimulated ? null : await issueCourierLink(context.db, id, context.publicUrl);
    return { subject: name, result: access };
  },
});

export const renewLink = action({
  permission: "service.manage_couriers",
  audit: "courier.renew_link",
  input: courierForm,
  async work({ context, input }) {
    return { result: await issueCourierLink(context.db, input.id, context.publicUrl) };
  },
});

export const switchCourier = action({
  permission: "service.manage_couriers",
  audit: "courier.switch",
  input: courierForm.extend({ disable: z.string().optional() }),
  async work({ context, input }) {
    await disableCourier(context, input.id, input.disable === "true");
  },
});

const stopIndex = z.coerce
  .number()
  .int()
  .min(0)
  .max(MAX_ORDERS_IN_HAND * (1 + MAX_DROPOFFS));

/** `seen` is the version of the route that the operator has seen. */
export const moveStops = action({
  permission: "service.dispatch_orders",
  audit: null,
  input: courierForm.extend({ from: stopIndex, count: stopIndex, to: stopIndex, seen: z.string() }),
  async work({ context, input: { id, seen: seenVersion, ...move } }) {
    await moveRouteStops(context, id, { ...move, seenVersion });
  },
});

export const pinCourierRoute = action({
  permission: "service.dispatch_orders",
  audit: null,
  input: courierForm.extend({ pin: z.string().optional() }),
  async work({ context: { db, clock }, input: { id, pin } }) {
    if (pin === "true") await pinRoute(db, id, clock.now());
    else await unpinRoute(db, id);
  },
});

/** Without an id, the message goes to all couriers on shift. */
export const tell = action({
  permission: "service.message_couriers",
  audit: null,
  input: z.object({ text: messageText, id: z.guid().optional() }),
  async work({ context, input: { id, text }, mode }) {
    const courierIds = id === undefined ? "on_shift" : [id];
    const notified = await sendMessage(context, { courierIds, mode, text });
    return { subject: String(notified) };
  },
});

const cashForm = courierForm.extend({ amount: cashAmount });

export const issueCourierCash = action({
  permission: "service.manage_cash",
  audit: "cash.create",
  input: cashForm,
  async work({ context, input: { id, amount } }) {
    await transferCash(context, id, { kind: "issued", amount });
  },
});

export const takeCourierCash = action({
  permission: "service.manage_cash",
  audit: "cash.create",
  input: cashForm,
  async work({ context, input: { id, amount } }) {
    return findProblems(transferCash(context, id, { kind: "handed_in", amount }), () => [
      { field: "amount", code: "more_than_held" },
    ]);
  },
});
