import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { type CityOnDisk, readCity } from "@/lib/city/city";
import type {
  Config,
  FileSettings,
  MailSettings,
  MessageProvider,
  OidcSettings,
  Variables,
} from "@/lib/config";
import { createS3Files } from "@/lib/files/create-s3-files";
import { checkMail } from "@/lib/notify/send-mail";
import { type Finding, type Installation, report } from "@/lib/process/finding";
import { probeAddress } from "@/lib/process/probe-services";
import { OsrmClient } from "@/lib/routing/osrm";

const WITHIN_MS = 5_000;
/** Our road engine reports a city version in this format; other servers report something else, or nothing. */
const CITY_VERSION = /^[0-9a-f]{12}$/;

const roads = report("road engine");
const geocoder = report("geocoder");
const mail = report("mail");
const messages = report("messages");
const files = report("files");
const oidc = report("sign-in");

export async function checkServices(
  settings: Config,
  variables: Variables,
  installation: Installation,
): Promise<Finding[]> {
  const findings = await Promise.all([
    checkRoads(settings, variables, installation),
    checkGeocoder(settings),
    settings.mail === null ? [noMail()] : checkMailServer(settings.mail),
    checkMessages(settings.messages),
    checkFiles(settings.files),
    settings.oidc === null ? [] : checkOidc(settings.oidc, settings.publicUrl),
  ]);
  return findings.flat();
}

async function checkRoads(
  { osrmUrl, dataDir }: Config,
  { CITY }: Variables,
  { isCheckout }: Installation,
): Promise<Finding[]> {
  const city = readCity(dataDir);
  const url = osrmUrl ?? readSharedEngine(dataDir);
  if (url !== null) return [await checkEngine(url, city, osrmUrl !== undefined)];
  if (CITY === "none") return [roads.ok("CITY is none: distances are estimated.")];
  const start = isCheckout ? "npm start" : "node server.mjs";
  const state = city === null ? "there is no city in DATA_DIR" : `nothing serves the roads of ${city.name}`;
  return [
    roads.warn(
      `OSRM_URL is not set, and ${state}: distances are estimated.`,
      city === null && !isCheckout
        ? `Run node cli.mjs migrate, which adds the bundled city, then ${start}, which starts its road engine.`
        : `Start the service: ${start} starts the city's road engine.`,
    ),
  ];
}

async function checkEngine(url: string, city: CityOnDisk | null, isRequired: boolean): Promise<Finding> {
  const { host } = new URL(url);
  let version: string | undefined;
  try {
    version = await new OsrmClient(url, 1).probe(WITHIN_MS);
  } catch {
    const problem = (await probeAddress(url)) ?? "It does not answer as OSRM does.";
    const message = `The road engine at ${host} is not usable, so distances are estimated. ${problem}`;
    return isRequired
      ? roads.fail(message, "Start it, or correct OSRM_URL.")
      : roads.warn(message, "Start the service, which starts its road engine.");
  }
  if (version === undefined || !CITY_VERSION.test(version)) return roads.ok(`${host} answers.`);
  if (city === null || city.version === version) return roads.ok(`${host} serves city ${version}.`);
  return roads.fail(
    `${host} serves city ${version}, and DATA_DIR has ${city.version} (${city.name}): maps and routes differ.`,
    "Give the road engine the same DATA_DIR, or a copy of its city folder.",
  );
}

/** The engine that `npm start` shares between the processes of this host. */
function readSharedEngine(dataDir: string): string | null {
  try {
    const { url, owner } = JSON.parse(readFileSync(join(dataDir, `road-engine.${hostname()}`), "utf8"));
    return owner === "" ? null : url;
  } catch {
    return null;
  }
}

async function checkGeocoder({ geocoder: settings }: Config): Promise<Finding[]> {
  if (settings === null || settings.type === "city") return [];
  const problem = await probeAddress(settings.url);
  if (problem === null) return [geocoder.ok(`${new URL(settings.url).host} accepts connections.`)];
  return [geocoder.fail(problem, "Start the geocoder, or correct GEOCODER_URL.")];
}

function noMail(): Finding {
  return mail.warn(
    "SMTP_URL is not set: invitations and password links must be handed over, and webhook warnings are not sent.",
    "Set SMTP_URL and MAIL_FROM.",
  );
}

async function checkMailServer(settings: MailSettings): Promise<Finding[]> {
  try {
    await checkMail(settings);
    return [mail.ok(`The mail server accepts the sign-in. Mail comes from ${settings.from}.`)];
  } catch (error) {
    const problem = (await probeAddress(settings.url)) ?? `${(error as Error).message}.`;
    return [mail.fail(problem, "Correct SMTP_URL: host, port, user, password, and smtps:// for port 465.")];
  }
}

/** Sends nothing, since a message costs money. */
async function checkMessages(provider: MessageProvider | null): Promise<Finding[]> {
  if (provider === null) {
    const fix = "Set MESSAGES_URL and MESSAGES_TEMPLATE if shops shall send them.";
    return [messages.ok(`No SMS provider: recipients get no text messages. ${fix}`)];
  }
  const problem = await probeAddress(provider.url);
  if (problem === null) return [messages.ok(`${new URL(provider.url).host} accepts connections.`)];
  return [messages.fail(problem, "Correct MESSAGES_URL.")];
}

async function checkFiles(settings: FileSettings): Promise<Finding[]> {
  if (settings.type === "disk") {
    return [files.ok(`Photos are kept in ${settings.folder}, which all processes must share.`)];
  }
  try {
    const store = createS3Files(settings);
    const key = `checks/${randomUUID()}.webp`;
    await store.put(key, new Uint8Array(1));
    const isKept = (await store.get(key)) !== null;
    await store.delete(key);
    if (!isKept) throw new Error("S3 GET: what was just written is missing");
    return [files.ok(`A file was written to ${new URL(settings.url).host}, read and deleted.`)];
  } catch (error) {
    const problem = (await probeAddress(settings.url)) ?? `${(error as Error).message}.`;
    const fix = "Correct FILES_S3_…, and allow the key to put, get and delete objects.";
    return [files.fail(`Photos cannot be stored. ${problem}`, fix)];
  }
}

const discovery = z.object({ issuer: z.string(), authorization_endpoint: z.url(), token_endpoint: z.url() });

async function checkOidc({ issuer }: OidcSettings, publicUrl: string): Promise<Finding[]> {
  const problem = await findIssuerProblem(issuer);
  if (problem !== null) return [oidc.fail(problem, "Correct AUTH_OIDC_ISSUER.")];
  const callback = `${publicUrl}/api/auth/callback/oidc`;
  return [oidc.ok(`${issuer} is an OpenID provider. It must allow the redirect URL ${callback}`)];
}

async function findIssuerProblem(issuer: string): Promise<string | null> {
  const url = `${issuer}/.well-known/openid-configuration`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
    const parsed = discovery.safeParse(await response.json().catch(() => null));
    if (!response.ok || !parsed.success) return `${url} is not an OpenID configuration (${response.status}).`;
    const stated = parsed.data.issuer.replace(/\/+$/, "");
    return stated === issuer ? null : `The provider calls itself ${stated}, not ${issuer}.`;
  } catch {
    return (await probeAddress(issuer)) ?? `${url} does not answer.`;
  }
}
