import * as z from "zod";
import { updateAccount } from "@/lib/accounts/update-account";
import { systemClock } from "@/lib/clock";
import { config } from "@/lib/config";
import { openFileStore } from "@/lib/files/open-file-store";
import { exportPhone } from "@/lib/privacy/export-phone";
import { MAX_HOLD_REASON_LENGTH, placeHold, releaseHold } from "@/lib/privacy/legal-hold";
import { type ErasureResult, eraseOrder, erasePhone } from "@/lib/privacy/request-erasure";
import { chooseRetention } from "@/lib/privacy/retention";
import { KEEP_PEOPLE, MAX_RETENTION_DAYS } from "@/lib/privacy/retention-choice";
import { accountId, type Command, command } from "@/scripts/command";
import { createCommandContext } from "@/scripts/courier-commands";

const phone = z.string().regex(/^\+[1-9]\d{6,14}$/, { error: "must be a number such as +79161234567" });
const order = z.string().regex(/^[0-9A-Za-z]{4}-[0-9A-Za-z]{4}$/, { error: "must be an order code" });

/** Printed for the operator who answers the person. */
const NOT_SEARCHED = "comments, notes and metadata of other people's orders";

const DAYS_ERROR = `must be from 1 to ${MAX_RETENTION_DAYS}, never or default`;

function showErasure(result: ErasureResult) {
  if (result.type === "erased") {
    const { orders, rows, held } = result;
    return { erased_orders: orders, deleted_rows: rows, orders_on_hold: held, not_searched: NOT_SEARCHED };
  }
  const { active, unfinished } = result;
  throw new Error(
    active.length > 0
      ? `Nothing was erased: these orders have not ended: ${active.join(", ")}. Cancel or complete them first.`
      : `Nothing was erased: a batch is still creating these orders: ${unfinished.join(", ")}. Try again in a minute.`,
  );
}

export const PERSONAL_DATA_COMMANDS: Readonly<Record<string, Command<unknown>>> = {
  erase: command({
    usage: "--phone P | --order CODE",
    options: z
      .object({ phone: phone.optional(), order: order.optional() })
      .refine((options) => (options.phone === undefined) !== (options.order === undefined), {
        error: "give either --phone or --order",
      }),
    run: async (db, options) => {
      const context = { db, clock: systemClock, files: openFileStore(config().files) };
      const { phone: number, order: code = "" } = options;
      return showErasure(
        await (number === undefined ? eraseOrder(context, code) : erasePhone(context, number)),
      );
    },
  }),
  export: command({
    usage: "--phone P",
    options: z.object({ phone }),
    run: async (db, { phone: number }) => ({
      phone: number,
      tables: await exportPhone(db, number),
      not_searched: NOT_SEARCHED,
    }),
  }),
  "hold place": command({
    usage: "--order CODE --reason R",
    options: z.object({ order, reason: z.string().trim().min(1).max(MAX_HOLD_REASON_LENGTH) }),
    run: async (db, { order: code, reason }) => {
      await placeHold(createCommandContext(db), code, reason);
      return { order_code: code.toUpperCase(), on_hold: true };
    },
  }),
  "hold release": command({
    usage: "--order CODE",
    options: z.object({ order }),
    run: async (db, { order: code }) => {
      await releaseHold({ db }, code);
      return { order_code: code.toUpperCase(), on_hold: false };
    },
  }),
  "retention set": command({
    usage: "--days N|never|default [--account ID]",
    options: z
      .object({
        days: z
          .string()
          .regex(/^(never|default|[1-9]\d{0,3})$/, { error: DAYS_ERROR })
          .refine((days) => !(Number(days) > MAX_RETENTION_DAYS), { error: DAYS_ERROR }),
        account: accountId.optional(),
      })
      .refine(({ days, account }) => days !== "default" || account !== undefined, {
        error: "--days default needs --account",
      }),
    run: async (db, { days, account }) => {
      const chosen = days === "never" || days === "default" ? null : Number(days);
      if (account === undefined) await chooseRetention({ db, clock: systemClock }, chosen);
      else await updateAccount(db, account, { retentionDays: days === "never" ? KEEP_PEOPLE : chosen });
      return { account_id: account ?? null, days };
    },
  }),
};
