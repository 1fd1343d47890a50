import { randomUUID } from "node:crypto";

/** The client's X-Request-Id; null if it is missing or could not be logged as it is. */
export const readRequestId = (sent: string | null): string | null =>
  sent !== null && /^[A-Za-z0-9._:-]{1,128}$/.test(sent) ? sent : null;

/** Returns the client's X-Request-Id, or else a new one. */
export const getRequestId = (sent: string | null): string => readRequestId(sent) ?? randomUUID();
