import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SESSION_MAX_AGE_MS } from "@/lib/accounts/session";
import type { Variables } from "@/lib/config";
import { type Config, ConfigError, findMisspelledNames, listVariables, readConfig } from "@/lib/config";
import { checkBackups } from "@/lib/process/check-backup";
import { checkDatabase } from "@/lib/process/check-database";
import { checkDisk } from "@/lib/process/check-disk";
import { checkServices } from "@/lib/process/check-services";
import { type Finding, type Installation, report } from "@/lib/process/finding";

/** Placeholder for a missing or invalid DATABASE_URL, so that the other variables can still be read. */
const NO_DATABASE = "postgresql://none.invalid/none";
const MIN_SECRET_VARIETY = 12;

const configuration = report("configuration");
const secrets = report("secrets");

/** Checks the service's requirements of this machine and of other servers. Leaves no changes. */
export async function checkInstallation(
  variables: Variables,
  installation: Installation,
  now: () => number = Date.now,
): Promise<Finding[]> {
  const { settings, findings } = readUsable(variables);
  const hasDatabase = settings.databaseUrl !== NO_DATABASE;
  const checks = await Promise.all([
    hasDatabase ? checkDatabase(settings, installation, now) : [],
    checkDisk(settings.dataDir),
    checkServices(settings, variables, installation),
    checkBackups(settings, installation),
  ]);
  return [
    ...findings,
    ...findTrialDefaults(settings, variables, installation),
    ...checkSecrets(settings, variables, installation),
    ...checks.flat(),
  ];
}

/** Reads the configuration without its wrong variables, each of which is a finding. */
function readUsable(variables: Variables): { settings: Config; findings: Finding[] } {
  const findings: Finding[] = findMisspelledNames(variables).map((line) =>
    configuration.warn(line, "Correct the name, or remove it."),
  );
  let usable = variables;
  for (;;) {
    try {
      const settings = readConfig(usable);
      const set = listVariables().filter((name) => variables[name]);
      const isRight = findings.every(({ level }) => level !== "error");
      if (isRight) findings.push(configuration.ok(`Variables that are set: ${set.join(", ") || "none"}.`));
      return { settings, findings };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const { variables: names, message } of error.problems) {
        const name = names.join(", ");
        findings.push(configuration.fail(`${name} ${message}.`, `Set ${name} as .env.example shows.`));
        for (const wrong of names) {
          usable = { ...usable, [wrong]: wrong === "DATABASE_URL" ? NO_DATABASE : undefined };
        }
      }
    }
  }
}

function findTrialDefaults(settings: Config, variables: Variables, { commandLine }: Installation): Finding[] {
  const { protocol, hostname } = new URL(settings.publicUrl);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const isSecure = protocol === "https:";
  const isOn = (name: string) => variables[name] === "1";
  const rules: readonly (readonly [boolean, Finding])[] = [
    [
      isLocal,
      configuration.warn(
        `PUBLIC_URL is ${settings.publicUrl}, which opens on this machine only.`,
        "Set it to the service's https address.",
      ),
    ],
    [
      !isLocal && !isSecure,
      configuration.fail(
        `PUBLIC_URL is ${settings.publicUrl}. Without https, browsers share no position, passkeys do not work, and sessions travel unencrypted.`,
        "Put a proxy with TLS in front, and set PUBLIC_URL to its https address.",
      ),
    ],
    [
      isSecure && settings.proxyHops === 0,
      configuration.warn(
        "PUBLIC_URL is https, so a proxy is in front, but PROXY_HOPS is 0: all clients count as one address.",
        "Set PROXY_HOPS to the number of proxies that append to X-Forwarded-For.",
      ),
    ],
    [
      !isSecure && settings.proxyHops > 0,
      configuration.warn(
        `PROXY_HOPS is ${settings.proxyHops}, but PUBLIC_URL is not https, so there seems to be no proxy: clients can forge their address.`,
        "Set PROXY_HOPS=0 unless a proxy is in front.",
      ),
    ],
    [
      isOn("SEED_DEMO"),
      configuration.warn(
        "SEED_DEMO is 1: the demo has known passwords and simulated couriers.",
        `Set SEED_DEMO=0, and run: ${commandLine} demo remove`,
      ),
    ],
    [
      isOn("SIMULATE_LIVE"),
      configuration.warn("SIMULATE_LIVE is 1: simulated couriers take live orders.", "Remove it."),
    ],
    [
      isOn("WEBHOOK_ALLOW_HTTP"),
      configuration.warn("WEBHOOK_ALLOW_HTTP is 1: webhooks travel unencrypted.", "Remove it."),
    ],
    [
      isOn("WEBHOOK_ALLOW_PRIVATE"),
      configuration.warn("WEBHOOK_ALLOW_PRIVATE is 1: shops reach your own network.", "Remove it."),
    ],
  ];
  return rules.flatMap(([applies, finding]) => (applies ? [finding] : []));
}

function checkSecrets(settings: Config, variables: Variables, { isCheckout }: Installation): Finding[] {
  const { authSecret, dataDir } = settings;
  const fix = "Set AUTH_SECRET to the output of: openssl rand -base64 32";
  const findings: Finding[] = [];
  if (!variables.AUTH_SECRET) {
    findings.push(
      isCheckout
        ? secrets.warn("AUTH_SECRET is not set; npm start generates one in DATA_DIR.", fix)
        : secrets.fail("AUTH_SECRET is not set, so users cannot sign in.", fix),
    );
  } else if (authSecret !== null && authSecret === readGenerated(dataDir)) {
    findings.push(secrets.warn("AUTH_SECRET is the one that was generated in DATA_DIR.", fix));
  }
  for (const name of ["AUTH_SECRET", "WEBHOOK_SECRET_KEY"]) {
    const value = variables[name];
    if (!value || new Set(value).size >= MIN_SECRET_VARIETY) continue;
    findings.push(
      secrets.warn(`${name} is easy to guess.`, `Set ${name} to the output of: openssl rand -base64 32`),
    );
  }
  if (variables.FORMER_SECRET_KEY) {
    findings.push(secrets.warn("FORMER_SECRET_KEY is still set.", "Remove it after webhook rekey."));
  }
  if (variables.FORMER_AUTH_SECRET) {
    const days = SESSION_MAX_AGE_MS / (24 * 60 * 60_000);
    findings.push(
      secrets.warn(
        "FORMER_AUTH_SECRET is still set.",
        `Remove it ${days} days after the change: sessions of the former AUTH_SECRET have then ended.`,
      ),
    );
  }
  return findings.length > 0 ? findings : [secrets.ok("AUTH_SECRET is long enough.")];
}

function readGenerated(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, "auth-secret"), "utf8").trim();
  } catch {
    return null;
  }
}
