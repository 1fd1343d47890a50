const REALM = "Dropline";

/** Token of a Bearer Authorization header (RFC 9110, 11.1); undefined without one. */
export function bearerToken(header: string | null): string | undefined {
  return /^Bearer +(.+)$/i.exec(header?.trim() ?? "")?.[1];
}

export function bearerChallenge(header: string | null): { "WWW-Authenticate": string } {
  const wrong = bearerToken(header) === undefined ? "" : ', error="invalid_token"';
  return { "WWW-Authenticate": `Bearer realm="${REALM}"${wrong}` };
}
