import { connect } from "node:net";
import type { Config } from "@/lib/config";
import type { Queryable } from "@/lib/db/client";
import { text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { comparePoolSize } from "@/lib/process/compare-pool-size";

const ANSWER_WITHIN_MS = 5_000;
const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  "http:": 80,
  "https:": 443,
  "smtp:": 587,
  "smtps:": 465,
};

export function probeServices(settings: Config, db: Queryable) {
  const { mail, files, osrmUrl, geocoder, oidc } = settings;
  const urls: Readonly<Record<string, string | undefined>> = {
    SMTP_URL: mail?.url,
    FILES_S3_URL: files.type === "s3" ? files.url : undefined,
    OSRM_URL: osrmUrl,
    GEOCODER_URL: geocoder === null || geocoder.type === "city" ? undefined : geocoder.url,
    AUTH_OIDC_ISSUER: oidc?.issuer,
  };
  return Promise.all([
    ...Object.entries(urls).flatMap(([variable, url]) =>
      url === undefined ? [] : [probeAddress(url).then((problem) => ({ variable, problem }))],
    ),
    findPoolProblem(settings, db).then((problem) => ({ variable: "DATABASE_POOL_SIZE", problem })),
  ]);
}

/** A line that names the host and port, without user and password. */
export function probeAddress(url: string): Promise<string | null> {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const at = Number(port) || DEFAULT_PORTS[protocol] || 0;
  return new Promise((resolve) => {
    const socket = connect({ host, port: at, timeout: ANSWER_WITHIN_MS });
    const end = (problem: string | null) => {
      resolve(problem);
      socket.destroy();
    };
    const fail = (reason: string) => end(`There is no connection to ${host}:${at} (${reason}).`);
    socket.once("connect", () => end(null));
    socket.once("timeout", () => fail("timeout"));
    socket.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
  });
}

async function findPoolProblem({ databasePoolSize }: Config, db: Queryable): Promise<string | null> {
  try {
    const [row] = await query(db, { most: text })`SELECT current_setting('max_connections') AS most`;
    const { processes, message } = comparePoolSize(databasePoolSize, Number(row?.most));
    return processes === 0 ? message : null;
  } catch {
    // /readyz reports a database that is down.
    return null;
  }
}
