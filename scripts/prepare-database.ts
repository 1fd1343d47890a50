import { inviteUser } from "@/lib/accounts/invite-user";
import { listUsers } from "@/lib/accounts/list-people";
import { systemClock } from "@/lib/clock";
import { type Config, findMisspelledNames, readConfig } from "@/lib/config";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { type Demo, seedDemo } from "@/prisma/seed";

export { copyDatabase } from "@/lib/db/copy-database";
export { migrate } from "@/lib/db/migrate";
export { planCity } from "@/scripts/plan-city";
export type { Demo };

export interface StartSettings {
  readonly hasDemo: boolean;
  readonly addressLines: readonly string[];
  readonly warnings: readonly string[];
  /** Variables of the server process, unless they are set. */
  readonly serverDefaults: Readonly<Record<string, string>>;
}

/** Without a DATABASE_URL the demo is on by default. @throws Error with one line that names every wrong variable */
export function checkSettings(variables: Readonly<Record<string, string | undefined>>): StartSettings {
  const isEmbedded = !variables.DATABASE_URL;
  const config = readConfig(
    isEmbedded ? { ...variables, DATABASE_URL: "postgresql://embedded/dropline" } : variables,
  );
  const hasDemo = config.seedDemo ?? isEmbedded;
  return {
    hasDemo,
    warnings: findMisspelledNames(variables),
    addressLines: listAddresses(config),
    serverDefaults: {
      LOG_LEVEL: "warn",
      // Without a proxy there is no drain to wait for.
      ...(config.role === "all" && config.proxyHops === 0 ? { DRAIN_SECONDS: "0" } : {}),
      ...(hasDemo ? { SIMULATE_LIVE: "1" } : {}),
    },
  };
}

function listAddresses({ role, publicUrl }: Config): string[] {
  if (role === "worker") return ["Dropline runs jobs here, and serves neither pages nor the API."];
  if (role === "api")
    return ["Dropline serves the API here, without pages", `  API  ${publicUrl}/v1/partner`];
  return [
    `Dropline is running at ${publicUrl}`,
    `  Dashboard      ${publicUrl}/dashboard`,
    `  API reference  ${publicUrl}/docs`,
    `  OpenAPI        ${publicUrl}/openapi.json`,
    `  Operations     ${publicUrl}/ops`,
  ];
}

export interface PreparedDatabase {
  readonly demo: Demo | null;
  /** Printed once the service runs: how to create the first operator, while there is none. */
  readonly nextSteps: readonly string[];
}

export async function prepareDatabase(options: {
  databaseUrl: string;
  dataDir: string;
  /** URL of the service, for links; null to migrate only. */
  publicUrl: string | null;
  hasDemo: boolean;
  /** Routing server for the demo's orders; null to estimate routes. */
  osrmUrl: string | null;
}): Promise<PreparedDatabase> {
  await migrate(options.databaseUrl);
  const db = openDatabase(options.databaseUrl, 4);
  try {
    const { publicUrl } = options;
    if (publicUrl === null) return { demo: null, nextSteps: [] };
    const settings = readConfig({ ...process.env, DATABASE_URL: options.databaseUrl });
    if (!options.hasDemo)
      return { demo: null, nextSteps: await describeFirstOperator(db, publicUrl, settings) };
    const demo = await seedDemo(db, { ...options, files: settings.files, publicUrl });
    return { demo, nextSteps: [] };
  } finally {
    await db.close();
  }
}

/** Says how to create the first operator, who invites the others. Empty if there is one. */
async function describeFirstOperator(
  db: Database,
  publicUrl: string,
  { operatorEmail, authSecret, mail }: Config,
): Promise<string[]> {
  const operators = await listUsers(db, null);
  if (operators.length > 0) return [];
  if (operatorEmail === null || authSecret === null) {
    return [
      "There is no operator yet. In this folder and with the same settings, invite the first one, who signs in at /ops",
      "and invites the others. Or start with OPERATOR_EMAIL=you@example.com to see the link here.",
      "",
      "npm run -s cli -- user invite --email you@example.com --role owner",
    ];
  }
  const { link } = await inviteUser(
    { db, clock: systemClock, publicUrl },
    {
      accountId: null,
      email: operatorEmail,
      roles: ["owner"],
      invitedById: null,
      settings: { authSecret, isMailed: mail !== null },
    },
  );
  return [
    `There is no operator yet. This link makes ${operatorEmail} the first one, once, within seven days:`,
    "",
    link,
  ];
}
