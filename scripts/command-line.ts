import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { createAccount } from "@/lib/accounts/create-account";
import { createKey } from "@/lib/accounts/create-key";
import { readHome } from "@/lib/accounts/home";
import { listKeys } from "@/lib/accounts/list-account-keys";
import { revokeKey } from "@/lib/accounts/revoke-key";
import { type AccountChange, updateAccount } from "@/lib/accounts/update-account";
import { verifyChains } from "@/lib/audit/verify-chains";
import { config } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import type { Account, ApiKey } from "@/lib/db/generated/client";
import { migrate } from "@/lib/db/migrate";
import { DomainError } from "@/lib/domain-error";
import { ERRORS } from "@/lib/http/errors";
import { getTariff } from "@/lib/pricing/get-tariff";
import { fromRubles } from "@/lib/pricing/money";
import { toTariffResource } from "@/lib/pricing/resource";
import { setTariff } from "@/lib/pricing/set-tariff";
import type { Tariff } from "@/lib/pricing/tariff";
import { removeDemo } from "@/lib/sandbox/demo/remove-demo";
import { BACKUP_USAGE, findBackupCommand } from "@/scripts/backup-commands";
import { runCheck } from "@/scripts/check-command";
import { accountId, type Command, command } from "@/scripts/command";
import { COURIER_COMMANDS, createCommandContext } from "@/scripts/courier-commands";
import { PERSONAL_DATA_COMMANDS } from "@/scripts/personal-data-commands";
import { RECOVERY_COMMANDS } from "@/scripts/recovery-commands";
import { STATEMENT_COMMANDS } from "@/scripts/statement-commands";
import { USER_COMMANDS } from "@/scripts/user-commands";
import { WEBHOOK_COMMANDS } from "@/scripts/webhook-commands";

class UsageError extends Error {}

const name = z.string().trim().min(1);
const email = z.email();

const showAccount = (account: Account) => ({
  id: account.id,
  name: account.name,
  email: account.email,
  customer: account.isCustomer,
  disabled_at: account.disabledAt?.toISOString() ?? null,
  rate_limit_per_minute: account.rateLimitPerMinute,
  created_at: account.createdAt.toISOString(),
});

const showKey = (key: ApiKey) => ({
  id: key.id,
  account_id: key.accountId,
  name: key.name,
  mode: key.mode,
  prefix: key.prefix,
  last_four: key.lastFour,
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
});

const amount = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, { error: "must be RUB with at most two decimals" })
  .transform(fromRubles);
const distance = z
  .string()
  .regex(/^\d{1,5}(\.\d{1,3})?$/, { error: "must be kilometers with at most three decimals" })
  .transform((value) => Math.round(Number(value) * 1000));
const whole = z
  .string()
  .regex(/^\d{1,6}$/, { error: "must be a whole number" })
  .transform(Number);

/** Each option with the field that it changes. */
const TARIFF_OPTIONS: readonly (readonly [string, keyof Tariff, z.ZodType<number>])[] = [
  ["base-price", "basePrice", amount],
  ["first-threshold-km", "firstThresholdMeters", distance],
  ["band-width-km", "bandWidthMeters", distance],
  ["band-step", "bandStep", amount],
  ["max-threshold-km", "maxThresholdMeters", distance],
  ["per-km-over", "perKmOver", amount],
  ["cargo-size-step-fee", "cargoSizeStepFee", amount],
  ["cancellation-fee-assigned", "cancellationFeeAssigned", amount],
  ["cancellation-fee-arrived", "cancellationFeeArrived", amount],
  ["waiting-free-minutes", "waitingFreeMinutes", whole],
  ["waiting-per-minute", "waitingPerMinute", amount],
  ["return-percent", "returnPercent", whole],
  ["courier-percent", "courierPercent", whole],
];

const tariffOptions = z.object(
  Object.fromEntries(TARIFF_OPTIONS.map(([option, , schema]) => [option, schema.optional()])),
);

function changedTariff(current: Tariff, change: z.infer<typeof tariffOptions>): Tariff {
  const changes = TARIFF_OPTIONS.map(([option, field]) => [field, change[option] ?? current[field]]);
  return { ...current, ...Object.fromEntries(changes) };
}

const COMMANDS: Readonly<Record<string, Command<unknown>>> = {
  "account create": command({
    usage: "--email E --name N",
    options: z.object({ email, name }),
    run: async (db, options) =>
      showAccount(await createAccount(db, { ...options, home: readHome(config().dataDir) })),
  }),
  "account disable": disableCommand(true),
  "account enable": disableCommand(false),
  "account update": command({
    usage: "--account ID [--rate-limit N|none] [--customer true|false]",
    options: z
      .object({
        account: accountId,
        "rate-limit": z
          .string()
          .regex(/^(none|[1-9]\d{0,6})$/, { error: "must be a number of requests a minute, or none" })
          .optional(),
        customer: z.enum(["true", "false"]).optional(),
      })
      .refine((options) => options["rate-limit"] !== undefined || options.customer !== undefined, {
        error: "give --rate-limit, --customer or both",
      }),
    run: async (db, options) => {
      const limit = options["rate-limit"];
      const change: AccountChange = {
        ...(limit === undefined ? {} : { rateLimitPerMinute: limit === "none" ? null : Number(limit) }),
        ...(options.customer === undefined ? {} : { isCustomer: options.customer === "true" }),
      };
      return showAccount(await updateAccount(db, options.account, change));
    },
  }),
  "key create": command({
    usage: "--account ID --name N --mode live|test",
    options: z.object({ account: accountId, name, mode: z.enum(["live", "test"]) }),
    run: async (db, { account, ...terms }) => {
      const { row, key } = await createKey(db, { accountId: account, ...terms });
      return { ...showKey(row), key };
    },
  }),
  "key revoke": command({
    usage: "--id ID",
    options: z.object({ id: z.guid({ error: "must be a key id" }) }),
    run: async (db, { id }) => showKey(await revokeKey(db, id, new Date())),
  }),
  "key list": command({
    usage: "--account ID",
    options: z.object({ account: accountId }),
    run: async (db, { account }) => ({ keys: (await listKeys(db, account)).map(showKey) }),
  }),
  "tariff show": command({
    usage: "",
    options: z.object({}),
    run: async (db) => toTariffResource(await getTariff(db)),
  }),
  "tariff set": command({
    usage:
      "[--base-price RUB] [--first-threshold-km KM] [--band-width-km KM] [--band-step RUB] [--max-threshold-km KM] [--per-km-over RUB] [--cargo-size-step-fee RUB] [--cancellation-fee-assigned RUB] [--cancellation-fee-arrived RUB] [--waiting-free-minutes N] [--waiting-per-minute RUB] [--return-percent N] [--courier-percent N]",
    options: tariffOptions.refine((options) => Object.values(options).some((value) => value !== undefined), {
      error: "give at least one number to change",
    }),
    run: async (db, options) =>
      toTariffResource(await setTariff(db, changedTariff(await getTariff(db), options))),
  }),
  ...STATEMENT_COMMANDS,
  ...USER_COMMANDS,
  ...COURIER_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...RECOVERY_COMMANDS,
  ...PERSONAL_DATA_COMMANDS,
  "audit verify": command({
    usage: "",
    options: z.object({}),
    run: async (db) => {
      const { records, erased, broken } = await verifyChains(db);
      if (broken !== null) {
        throw new Error(
          `Audit record ${broken.id} of account ${broken.accountId} is broken: ${broken.reason}`,
        );
      }
      return { records, erased };
    },
  }),
  "demo remove": command({
    usage: "",
    options: z.object({}),
    run: async (db) => {
      const {
        accountId: account,
        endedOrders,
        disabledCouriers,
      } = await removeDemo(createCommandContext(db));
      // Otherwise the next start would print logins that no longer work.
      rmSync(join(config().dataDir, "demo.json"), { force: true });
      return { account_id: account, ended_orders: endedOrders, disabled_couriers: disabledCouriers };
    },
  }),
};

function disableCommand(isDisabled: boolean): Command<unknown> {
  return command({
    usage: "--account ID",
    options: z.object({ account: accountId }),
    run: async (db, { account }) =>
      showAccount(await updateAccount(db, account, { disabledAt: isDisabled ? new Date() : null })),
  });
}

function listUsage(): string[] {
  const calls = Object.entries(COMMANDS).map(([words, { usage: options }]) => `${words} ${options}`.trim());
  return [...calls, ...BACKUP_USAGE, "migrate", "check [--json]"];
}

function parseCall(words: readonly string[]): { chosen: Command<unknown>; options: unknown } {
  const length = words[0] !== undefined && words[0] in COMMANDS ? 1 : 2;
  const title = words.slice(0, length).join(" ");
  const chosen = COMMANDS[title];
  if (chosen === undefined) throw new UsageError(`no such command: "${title}". --help lists the commands`);
  // An option without a value is a switch.
  const names = [...chosen.usage.matchAll(/--([a-z-]+)( [^[\s|])?/g)];
  const known = Object.fromEntries(
    names.map(([, option, value]) => [option, { type: value ? ("string" as const) : ("boolean" as const) }]),
  );
  let values: unknown;
  try {
    // A usage that starts with an uppercase word takes an operand.
    const operand = /^[A-Z]+\b/.exec(chosen.usage)?.[0].toLowerCase();
    const allowPositionals = operand !== undefined;
    const call = parseArgs({
      args: words.slice(length),
      options: known,
      strict: true,
      allowPositionals,
    });
    const [about, surplus] = call.positionals;
    if (surplus !== undefined) throw new Error(`"${surplus}" is an unexpected argument`);
    values = operand === undefined ? call.values : { ...call.values, [operand]: about };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}. Usage: ${title} ${chosen.usage}`);
  }
  const parsed = chosen.options.safeParse(values);
  if (parsed.success) return { chosen, options: parsed.data };
  const problems = parsed.error.issues.map((issue) => {
    const isMissing = issue.code === "invalid_type" || issue.message.endsWith("received undefined");
    return [
      issue.path.length > 0 ? `--${issue.path.join(".")}` : "",
      isMissing ? "is required" : issue.message,
    ]
      .join(" ")
      .trim();
  });
  throw new UsageError(`${problems.join("; ")}. Usage: ${title} ${chosen.usage}`);
}

export function explainError(error: unknown): string {
  if (error instanceof DomainError) {
    const details = error.issues.map(({ field, message }) => `${field} ${message}`).join("; ");
    return details === "" ? ERRORS[error.code].message : details;
  }
  return (error instanceof Error ? error.message : String(error)).replaceAll("\n", " ");
}

/** Returns the command's response as JSON. */
export async function runCall(words: readonly string[], databaseUrl: string | undefined): Promise<string> {
  const isMigration = words.length === 1 && words[0] === "migrate";
  const call = isMigration ? null : parseCall(words);
  if (databaseUrl === undefined || databaseUrl === "") throw new UsageError("DATABASE_URL is not set");
  if (call === null) return JSON.stringify(await migrate(databaseUrl));
  const { chosen, options } = call;
  const db = openDatabase(databaseUrl, 2);
  try {
    const audit = { id: randomUUID(), actorType: "command_line", actorId: userInfo().username } as const;
    return JSON.stringify(await chosen.run(db.withAudit(audit), options));
  } finally {
    await db.close();
  }
}

async function runWords(words: readonly string[]): Promise<void> {
  if (words[0] === "--help") return console.log(listUsage().join("\n"));
  const backupCommand = findBackupCommand(words);
  if (backupCommand !== null) return console.log(JSON.stringify(await backupCommand(process.env)));
  if (words[0] !== "check") return console.log(await runCall(words, process.env.DATABASE_URL));
  const { text, hasErrors } = await runCheck(words.slice(1), process.env);
  console.log(text);
  // Open connections to the road engine would keep the process alive.
  process.exit(hasErrors ? 1 : 0);
}

// Tests run calls without starting a process for each.
if (process.argv[1]?.endsWith("cli.mjs")) {
  runWords(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${explainError(error)}\n`);
    process.exitCode = 1;
  });
}
