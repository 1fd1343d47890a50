import * as z from "zod";
import type { Database } from "@/lib/db/client";

export interface Command<Options> {
  readonly usage: string;
  readonly options: z.ZodType<Options>;
  readonly run: (db: Database, options: Options) => Promise<unknown>;
}

export const accountId = z.guid({ error: "must be an account id" });

export function command<Options>(declared: Command<Options>): Command<unknown> {
  return declared as Command<unknown>;
}
