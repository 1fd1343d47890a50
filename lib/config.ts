import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod";
import { packageRoot } from "@/lib/package-root";

export const GEOCODER_TYPES = ["city", "photon", "nominatim"] as const;
export type GeocoderType = (typeof GEOCODER_TYPES)[number];

export const SIGN_UP_MODES = ["closed", "approval", "open"] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

function number(from: number, to: number, { isWhole = false } = {}) {
  const error = `must be a ${isWhole ? "whole " : ""}number from ${from} to ${to}`;
  const bounded = z.coerce.number({ error }).min(from, { error }).max(to, { error });
  return isWhole ? bounded.int({ error }) : bounded;
}
const whole = (from: number, to: number) => number(from, to, { isWhole: true });
const choice = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(", ")}` });
const text = (least: number) => z.string().min(least, { error: `must have at least ${least} characters` });
const flag = z.enum(["0", "1"], { error: "must be 0 or 1" }).transform((value) => value === "1");
const httpUrl = z
  .string()
  .refine((url) => /^https?:\/\/[^\s]+$/.test(url) && URL.canParse(url), {
    error: "must be an http or https address",
  })
  .transform((value) => value.replace(/\/+$/, ""));

/** A folder, or a bucket with an optional folder: s3:// is https, and http:// is for a network of your own. */
const backupAddress = z
  .string()
  .refine((to) => !to.includes("://") || /^(s3|https?):\/\/[^/?#\s]+\/[^/?#\s]+[^?#\s]*$/.test(to), {
    error: "must be a folder, or a bucket such as s3://s3.example.com/backups",
  })
  .transform((to) => to.replace(/\/+$/, "").replace(/^s3:/, "https:"));

export interface DispatchSettings {
  readonly simulateLive: boolean;
  readonly simulatorSpeed: number;
  /** Added to a scheduled order's trip time. */
  readonly marginSeconds: number;
  readonly acceptWithinSeconds: number;
  readonly notFoundAfterSeconds: number;
  readonly maxTripMeters: number;
}

export const DEFAULT_DISPATCH: DispatchSettings = {
  simulateLive: false,
  simulatorSpeed: 8,
  marginSeconds: 15 * 60,
  acceptWithinSeconds: 180,
  notFoundAfterSeconds: 15 * 60,
  maxTripMeters: Number.POSITIVE_INFINITY,
};

export const DEFAULT_REQUEST_LOG_DAYS = 30;

export const DEFAULT_ACCOUNT_CONCURRENCY = 20;

export const defaultRoadEngines = (): number => Math.min(4, availableParallelism());

export type FileSettings =
  | { readonly type: "disk"; readonly folder: string }
  | {
      readonly type: "s3";
      readonly url: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

const environment = z.object({
  NODE_ENV: choice("production", "development", "test").optional(),
  HOST: z.string().default("0.0.0.0"),
  PORT: whole(1, 65_535).default(3000),
  DATA_DIR: z.string().default(".data"),
  PUBLIC_URL: httpUrl
    .refine((url) => /^https?:\/\/[^/?#]+$/.test(url), {
      error: "must be an address without a path, since the service answers at the root of its host",
    })
    .optional(),
  DATABASE_URL: z
    .string({ error: "must be set" })
    .regex(/^postgres(ql)?:\/\//, "must begin with postgresql://"),
  DATABASE_POOL_SIZE: whole(1, 200).default(10),
  ACCOUNT_CONCURRENCY: whole(1, 1_000).default(DEFAULT_ACCOUNT_CONCURRENCY),
  RATE_LIMIT_STORE: choice("memory", "postgres").default("memory"),
  OSRM_URL: httpUrl.optional(),
  ROAD_ENGINES: z.coerce.number().int().min(1).max(64).default(defaultRoadEngines),
  ROAD_REQUESTS: z.coerce.number().int().min(1).max(1_000).optional(),
  ROAD_CACHE_MB: z.coerce.number().int().min(0).max(4_096).default(64),
  GEOCODER_URL: httpUrl.optional(),
  GEOCODER_TYPE: choice(...GEOCODER_TYPES).optional(),
  LOG_LEVEL: choice("trace", "debug", "info", "warn", "error", "silent").default("info"),
  METRICS_TOKEN: text(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().default("dropline"),
  CHECK_RESPONSES: flag.optional(),
  REQUEST_LOG: flag.default(true),
  REQUEST_LOG_DAYS: whole(1, 365).default(DEFAULT_REQUEST_LOG_DAYS),
  ROLE: choice("all", "web", "api", "worker").default("all"),
  /** Set by npm start while it builds the pages; it sends a message when they are built. */
  PAGES_PENDING: flag.default(false),
  PROXY_HOPS: whole(0, 10).default(0),
  MAP_STYLE_URL: z
    .union([httpUrl, z.literal("none")], { error: "must be an http or https address, or none" })
    .optional(),
  MAP_FILE: z.string().optional(),
  SEED_DEMO: flag.optional(),
  SIMULATE_LIVE: flag.default(false),
  SIMULATOR_SPEED: number(1, 1000).default(DEFAULT_DISPATCH.simulatorSpeed),
  DISPATCH_MARGIN_MINUTES: number(0, 1440).default(DEFAULT_DISPATCH.marginSeconds / 60),
  ACCEPT_WITHIN_SECONDS: whole(5, 86_400).default(DEFAULT_DISPATCH.acceptWithinSeconds),
  COURIER_NOT_FOUND_MINUTES: number(1, 1440).default(DEFAULT_DISPATCH.notFoundAfterSeconds / 60),
  MAX_TRIP_KM: number(1, 100_000).optional(),
  AUTH_SECRET: text(32).optional(),
  FORMER_AUTH_SECRET: text(32).optional(),
  SIGN_UP: choice(...SIGN_UP_MODES).default("closed"),
  OPERATOR_EMAIL: z.email({ error: "must be an email address" }).optional(),
  MAX_WAITING_ACCOUNTS: whole(1, 100_000).default(200),
  SUPPORT_EMAIL: z.email({ error: "must be an email address" }).optional(),
  AUTH_OIDC_ISSUER: httpUrl.optional(),
  AUTH_OIDC_ID: z.string().optional(),
  AUTH_OIDC_SECRET: z.string().optional(),
  AUTH_OIDC_NAME: z.string().max(60, { error: "must have at most 60 characters" }).default("OpenID"),
  AUTH_OIDC_OPERATORS: flag.default(false),
  SMTP_URL: z
    .string()
    .refine((url) => /^smtps?:\/\/[^\s]+$/.test(url) && URL.canParse(url), {
      error: "must be an address that begins with smtp:// or smtps://",
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]+$/, "must be an address such as Dropline <mail@example.com>")
    .optional(),
  MESSAGES_URL: httpUrl.optional(),
  MESSAGES_METHOD: choice("POST", "PUT", "GET").default("POST"),
  MESSAGES_HEADERS: z
    .string()
    .transform((value, check) => {
      const headers = z.record(z.string(), z.string()).safeParse(parseJson(value));
      if (headers.success) return headers.data;
      check.addIssue({ code: "custom", message: 'must be JSON such as {"Authorization":"Bearer KEY"}' });
      return z.NEVER;
    })
    .optional(),
  MESSAGES_TEMPLATE: z
    .string()
    .refine((value) => value.includes("{phone}") && value.includes("{text}"), {
      error: "must contain {phone} and {text}",
    })
    .optional(),
  WEBHOOK_SECRET_KEY: text(32).optional(),
  FORMER_SECRET_KEY: text(32).optional(),
  WEBHOOK_ALLOW_HTTP: flag.default(false),
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  FILES_S3_URL: httpUrl
    .refine((url) => new URL(url).pathname !== "/", {
      error: "must be an address with a bucket, such as https://s3.example.com/proofs",
    })
    .optional(),
  FILES_S3_REGION: z.string().optional(),
  FILES_S3_ACCESS_KEY_ID: z.string().optional(),
  FILES_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_TO: backupAddress.optional(),
  BACKUP_KEY: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, "must be a public key of backup keygen, which begins with age1")
    .optional(),
  BACKUP_HOURS: number(0.1, 720).default(24),
  BACKUP_KEEP_DAYS: whole(1, 3_650).default(14),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  POSTGRES_BIN: z.string().optional(),
  DRAIN_SECONDS: number(0, 60).optional(),
  MAX_STREAMS: whole(1, 100_000).default(2_000),
  VAT_PERCENT: number(0, 99).multipleOf(0.01).optional(),
  LEGAL_NAME: z.string().max(200, { error: "must have at most 200 characters" }).optional(),
  LEGAL_DETAILS: z.string().max(500, { error: "must have at most 500 characters" }).optional(),
  DISPATCHER_PHONE: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, "must be a number such as +78125550100")
    .optional(),
});

type GeocoderSettings =
  | { readonly type: "city" }
  | { readonly type: Exclude<GeocoderType, "city">; readonly url: string };

export type Variables = Readonly<Record<string, string | undefined>>;

/** A problem with one variable, or with several that must be set together. */
export interface ConfigProblem {
  readonly variables: readonly string[];
  readonly message: string;
}

export class ConfigError extends Error {
  override readonly name = "ConfigError";

  constructor(readonly problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ variables, message }) => `${joinNames(variables)}: ${message}`);
    super(`Wrong configuration. ${lines.join("; ")}`);
  }
}

export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Empty variables count as absent. @throws ConfigError with one line that names every wrong variable */
export function readConfig(variables: Variables) {
  const input = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(input);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(({ path, message }) => ({ variables: [path.join(".")], message })),
    );
  }
  const env = parsed.data;
  const dataDir = resolve(packageRoot(), env.DATA_DIR);
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    isProduction: env.NODE_ENV === "production",
    isDevelopment: env.NODE_ENV === "development",
    host: env.HOST,
    port: env.PORT,
    dataDir,
    publicUrl,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    /** Concurrent API requests per account and process. */
    accountConcurrency: env.ACCOUNT_CONCURRENCY,
    rateLimitStore: env.RATE_LIMIT_STORE,
    osrmUrl: env.OSRM_URL,
    roads: {
      maxRequests: env.ROAD_REQUESTS ?? 2 * env.ROAD_ENGINES,
      cacheBytes: env.ROAD_CACHE_MB * 1024 * 1024,
    },
    geocoder: findGeocoder(env),
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    /** OpenTelemetry's packages read the address, and their other variables, themselves. */
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? null : { serviceName: env.OTEL_SERVICE_NAME },
    checkResponses: env.CHECK_RESPONSES ?? env.NODE_ENV !== "production",
    requestLog: env.REQUEST_LOG,
    requestLogDays: env.REQUEST_LOG_DAYS,
    role: env.ROLE,
    /** Proxies that append to X-Forwarded-For; 0 ignores the header. */
    proxyHops: env.PROXY_HOPS,
    /** URL of another style, or "none" for a plain background. */
    mapStyleUrl: env.MAP_STYLE_URL,
    mapFile: env.MAP_FILE === undefined ? null : resolve(packageRoot(), env.MAP_FILE),
    /** Origins that a page with a map may load from. */
    mapHosts: env.MAP_STYLE_URL?.startsWith("http") ? [new URL(env.MAP_STYLE_URL).origin] : [],
    seedDemo: env.SEED_DEMO ?? null,
    dispatch: {
      simulateLive: env.SIMULATE_LIVE,
      simulatorSpeed: env.SIMULATOR_SPEED,
      marginSeconds: env.DISPATCH_MARGIN_MINUTES * 60,
      acceptWithinSeconds: env.ACCEPT_WITHIN_SECONDS,
      notFoundAfterSeconds: env.COURIER_NOT_FOUND_MINUTES * 60,
      maxTripMeters: env.MAX_TRIP_KM === undefined ? DEFAULT_DISPATCH.maxTripMeters : env.MAX_TRIP_KM * 1000,
    },
    authSecret: env.AUTH_SECRET ?? null,
    /** Still accepted, never written with. */
    formerAuthSecret: env.FORMER_AUTH_SECRET ?? null,
    signUp: toSignUpMode(env),
    /** Email of the first operator, whom the first start invites. */
    operatorEmail: env.OPERATOR_EMAIL ?? null,
    /** Sign-up is closed while this many accounts have an unverified email or wait for approval. */
    maxWaitingAccounts: env.MAX_WAITING_ACCOUNTS,
    /** Email address at which shops reach the operators. */
    supportEmail: env.SUPPORT_EMAIL ?? null,
    oidc: findOidc(env),
    mail: findMail(env, publicUrl),
    messages: findMessages(env),
    files: getFiles(env, dataDir),
    backup: findBackup(env),
    /** Programs of an installed PostgreSQL, which npm start runs instead of the embedded one. */
    postgresPrograms: env.POSTGRES_BIN,
    dispatcherPhone: env.DISPATCHER_PHONE ?? null,
    webhooks: {
      secretText: env.WEBHOOK_SECRET_KEY ?? env.AUTH_SECRET ?? null,
      formerSecretText:
        env.FORMER_SECRET_KEY ??
        (env.WEBHOOK_SECRET_KEY === undefined ? env.FORMER_AUTH_SECRET : null) ??
        null,
      allowHttp: env.WEBHOOK_ALLOW_HTTP,
      allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    },
    arePagesPending: env.PAGES_PENDING,
    /** A stopping process still accepts requests for this long, until load balancers see that it is not ready. */
    drainSeconds: env.DRAIN_SECONDS ?? (env.NODE_ENV === "production" ? 5 : 0),
    mostStreams: env.MAX_STREAMS,
    /** Shown on statements: VAT that their totals include, and who issues them. */
    billing: {
      vatPercent: env.VAT_PERCENT ?? null,
      legalName: env.LEGAL_NAME ?? null,
      legalDetails: env.LEGAL_DETAILS ?? null,
    },
  };
}

export type Config = Readonly<ReturnType<typeof readConfig>>;
export type WebhookSettings = Config["webhooks"];
export type BackupSettings = NonNullable<Config["backup"]>;
export type MailSettings = NonNullable<Config["mail"]>;
export type MessageProvider = NonNullable<Config["messages"]>;
export type OidcSettings = NonNullable<Config["oidc"]>;
type Environment = z.infer<typeof environment>;

function findGeocoder({ GEOCODER_URL: url, GEOCODER_TYPE: type }: Environment): GeocoderSettings | null {
  if (type === "city" || (type === undefined && url === undefined)) return { type: "city" };
  return url === undefined ? null : { url, type: type ?? "photon" };
}

/** Signing up verifies the email, so it needs mail. */
function toSignUpMode({ SIGN_UP, SMTP_URL, AUTH_SECRET }: Environment): SignUpMode {
  if (SIGN_UP !== "closed" && (SMTP_URL === undefined || AUTH_SECRET === undefined)) {
    throw new ConfigError([
      { variables: ["SIGN_UP"], message: "needs SMTP_URL and AUTH_SECRET unless it is closed" },
    ]);
  }
  return SIGN_UP;
}

function findOidc(env: Environment) {
  const { AUTH_OIDC_ISSUER: issuer, AUTH_OIDC_ID: clientId, AUTH_OIDC_SECRET: clientSecret } = env;
  const client = allOrNone(["AUTH_OIDC_ISSUER", "AUTH_OIDC_ID", "AUTH_OIDC_SECRET"], {
    issuer,
    clientId,
    clientSecret,
  });
  const { AUTH_OIDC_NAME: name, AUTH_OIDC_OPERATORS: areOperatorsAllowed } = env;
  return client && { ...client, name, areOperatorsAllowed };
}

function findMail(env: Environment, publicUrl: string) {
  if (env.SMTP_URL === undefined) return null;
  return { url: env.SMTP_URL, from: env.MAIL_FROM ?? `Dropline <no-reply@${new URL(publicUrl).hostname}>` };
}

function findMessages(env: Environment) {
  const { MESSAGES_URL: url, MESSAGES_TEMPLATE: template } = env;
  const sending = allOrNone(["MESSAGES_URL", "MESSAGES_TEMPLATE"], { url, template });
  return sending && { ...sending, method: env.MESSAGES_METHOD, headers: env.MESSAGES_HEADERS ?? {} };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function getFiles(env: Environment, dataDir: string): FileSettings {
  const { FILES_S3_URL: url, FILES_S3_REGION: region } = env;
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const bucket = allOrNone(
    ["FILES_S3_URL", "FILES_S3_REGION", "FILES_S3_ACCESS_KEY_ID", "FILES_S3_SECRET_ACCESS_KEY"],
    { url, region, accessKeyId, secretAccessKey },
  );
  return bucket === null ? { type: "disk", folder: join(dataDir, "files") } : { type: "s3", ...bucket };
}

/** URLs may contain a password. */
const SECRET_NAME = /SECRET|TOKEN|KEY|HEADERS|(?<!PUBLIC)_URL$/;

/** Variables that are set, without secrets. */
export function listPublicVariables(variables: Variables = process.env): Record<string, string> {
  const listed = listVariables().filter((name) => variables[name] && !SECRET_NAME.test(name));
  return Object.fromEntries(listed.map((name) => [name, variables[name] ?? ""]));
}

/** The store of backups at an address, in the form of BACKUP_TO. @throws ConfigError */
export function readBackupStore(variables: Variables, to: string): FileSettings {
  const parsed = environment.pick({ BACKUP_TO: true }).safeParse({ BACKUP_TO: to });
  if (!parsed.success) throw new Error(`${to} ${parsed.error.issues[0]?.message}.`);
  return getBackupStore(variables, parsed.data.BACKUP_TO ?? "");
}

function findBackup(env: Environment) {
  const { BACKUP_TO: to, BACKUP_KEY: recipient } = env;
  const set = allOrNone(["BACKUP_TO", "BACKUP_KEY"], { to, recipient });
  if (set === null) return null;
  const [everyMs, keepMs] = [env.BACKUP_HOURS * 3_600_000, env.BACKUP_KEEP_DAYS * 86_400_000];
  return { ...set, store: getBackupStore(env, set.to), everyMs, keepMs };
}

type BucketVariables = Partial<
  Record<`${"BACKUP" | "FILES"}_S3_${"REGION" | "ACCESS_KEY_ID" | "SECRET_ACCESS_KEY"}`, string | undefined>
>;

/** The key of the photos' bucket also opens the one of backups unless that has its own. */
function getBackupStore(env: BucketVariables, to: string): FileSettings {
  if (!to.includes("://")) return { type: "disk", folder: resolve(packageRoot(), to) };
  const region = env.BACKUP_S3_REGION ?? env.FILES_S3_REGION;
  const accessKeyId = env.BACKUP_S3_ACCESS_KEY_ID ?? env.FILES_S3_ACCESS_KEY_ID;
  const secretAccessKey = env.BACKUP_S3_SECRET_ACCESS_KEY ?? env.FILES_S3_SECRET_ACCESS_KEY;
  if (region !== undefined && accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { type: "s3", url: to, region, accessKeyId, secretAccessKey };
  }
  const variables = ["BACKUP_S3_REGION", "BACKUP_S3_ACCESS_KEY_ID", "BACKUP_S3_SECRET_ACCESS_KEY"];
  throw new ConfigError([{ variables, message: "must be set for backups in a bucket" }]);
}

/** Null if no value is set. @throws ConfigError if some are */
function allOrNone<Key extends string>(
  variables: readonly string[],
  values: Readonly<Record<Key, string | undefined>>,
): Record<Key, string> | null {
  const set = Object.values(values).filter((value) => value !== undefined).length;
  if (set === 0) return null;
  if (set === Object.keys(values).length) return values as Record<Key, string>;
  throw new ConfigError([{ variables, message: "give all or none" }]);
}

/** Read by the commands that start the service, and by the road engine. */
const OTHER_NAMES = ["CITY", "ROAD_ENGINE_HOST", "ROAD_ENGINE_PORT"];

export const listVariables = (): string[] => [...Object.keys(environment.shape), ...OTHER_NAMES];

export function findMisspelledNames(variables: Variables): string[] {
  const known = listVariables();
  return Object.keys(variables).flatMap((name) => {
    if (known.includes(name)) return [];
    const intended = known.find((one) => isOneEditAway(name.toUpperCase(), one));
    return intended === undefined ? [] : [`${name} is no setting, and is ignored. Did you mean ${intended}?`];
  });
}

/** True if at most one character is missing or wrong, or two adjacent characters are swapped. */
function isOneEditAway(one: string, other: string): boolean {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

let current: Config | undefined;

export function config(): Config {
  if (current === undefined) {
    current = readConfig(process.env);
    // next-auth reads its URL only from here, and builds the OpenID callback URL from it.
    process.env.NEXTAUTH_URL = current.publicUrl;
  }
  return current;
}
