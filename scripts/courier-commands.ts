import * as z from "zod";
import { mintScope } from "@/lib/account-scope";
import { systemClock } from "@/lib/clock";
import { config } from "@/lib/config";
import type { Context } from "@/lib/context";
import { createCourier } from "@/lib/couriers/create-courier";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { listCouriers } from "@/lib/couriers/list-couriers";
import { TRANSPORT_TYPES } from "@/lib/couriers/vehicle";
import type { Database } from "@/lib/db/client";
import type { Courier } from "@/lib/db/generated/client";
import { disableCourier } from "@/lib/dispatch/disable-courier";
import { directPlanner } from "@/lib/dispatch/make-plan";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { toOrderResource } from "@/lib/orders/resource";
import { createRouter } from "@/lib/routing/router";
import { accountId, type Command, command } from "@/scripts/command";

const courierId = z.guid({ error: "must be a courier id" });
const word = z.string().trim().min(1).max(100);
const transport = z.enum(TRANSPORT_TYPES);
const mode = z.enum(["live", "test"]);

export function createCommandContext(db: Database): Context {
  const { publicUrl, dispatch } = config();
  const actor = { type: "operator", id: "command line" } as const;
  return {
    db,
    clock: systemClock,
    router: createRouter(),
    actor,
    publicUrl,
    dispatch,
    planner: directPlanner,
  };
}

type CourierFields =
  | "id"
  | "name"
  | "phone"
  | "transportType"
  | "isSimulated"
  | "onShiftSince"
  | "disabledAt";

const showCourier = (courier: Pick<Courier, CourierFields>) => ({
  id: courier.id,
  name: courier.name,
  phone: courier.phone,
  transport: courier.transportType,
  simulated: courier.isSimulated,
  on_shift_since: courier.onShiftSince?.toISOString() ?? null,
  disabled_at: courier.disabledAt?.toISOString() ?? null,
});

export const COURIER_COMMANDS: Readonly<Record<string, Command<unknown>>> = {
  "courier create": command({
    usage:
      "--name N --phone P --transport foot|bike|car|van [--make M] [--model M] [--color C] [--number PLATE]",
    options: z.object({
      name: word,
      phone: z.string().regex(/^\+[1-9]\d{6,14}$/, { error: "must be a number such as +79161234567" }),
      transport,
      make: word.optional(),
      model: word.optional(),
      color: word.optional(),
      number: word.optional(),
    }),
    run: async (db, { name, phone, transport: type, ...vehicle }) => {
      const courier = await createCourier(db, {
        name,
        phone,
        transport: { type, ...vehicle },
        isSimulated: false,
      });
      const access = await issueCourierLink(db, courier.id, config().publicUrl);
      return { ...showCourier(courier), mode: courier.mode, ...showAccess(access) };
    },
  }),
  "courier link": command({
    usage: "--id ID",
    options: z.object({ id: courierId }),
    run: async (db, { id }) => showAccess(await issueCourierLink(db, id, config().publicUrl)),
  }),
  "courier list": command({
    usage: "[--mode live|test]",
    options: z.object({ mode: mode.default("live") }),
    run: async (db, options) => ({
      couriers: (await listCouriers(db, options.mode)).map((courier) => ({
        ...showCourier(courier),
        order_code: courier.orderCode,
      })),
    }),
  }),
  "courier disable": disableCommand(true),
  "courier enable": disableCommand(false),
  "order assign": command({
    usage: "--account ID --order EXTERNAL_ID --courier ID [--mode live|test] [--anyway yes]",
    options: z.object({
      account: accountId,
      order: z.string().min(1),
      courier: courierId,
      anyway: z.enum(["yes"], { error: "must be yes" }).optional(),
      mode: mode.default("live"),
    }),
    run: async (db, options) => {
      const context = createCommandContext(db);
      const scope = mintScope(options.account, options.mode);
      const order = await assignCourier(context, scope, {
        externalOrderId: options.order,
        courierId: options.courier,
        isAnyVehicleFine: options.anyway === "yes",
      });
      return toOrderResource(order, { now: context.clock.now(), publicUrl: context.publicUrl });
    },
  }),
};

function showAccess(access: { link: string; trackerUrl: string; deviceToken: string }) {
  return { link: access.link, tracker_url: access.trackerUrl, device_token: access.deviceToken };
}

function disableCommand(isDisabled: boolean): Command<unknown> {
  return command({
    usage: "--id ID",
    options: z.object({ id: courierId }),
    run: async (db, { id }) => {
      const courier = await disableCourier(createCommandContext(db), id, isDisabled);
      return { ...showCourier(courier), mode: courier.mode };
    },
  });
}
