import { rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { config } from "@/lib/config";
import { removeDemo } from "@/lib/drills/remove-demo";
import { type Command, command } from "@/scripts/command";
import { getContext } from "@/scripts/courier-commands";

export const DEMO_COMMANDS: Readonly<Record<string, Command<unknown>>> = {
  "demo remove": command({
    usage: "",
    options: z.object({}),
    run: async (db) => {
      const { accountId, endedOrders, disabledCouriers } = await removeDemo(getContext(db));
      // Otherwise the next start would print log-ins that no longer work.
      rmSync(join(config().dataDir, "demo.json"), { force: true });
      return { account_id: accountId, ended_orders: endedOrders, disabled_couriers: disabledCouriers };
    },
  }),
};
