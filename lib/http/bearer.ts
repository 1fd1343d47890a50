const REALM = "Dropline";

/**
 * The token of an Authorization header with the scheme Bearer, in any case (RFC 9110, 11.1); undefined without one, or
 * with another scheme.
 */
export function bearerToken(header: string | null): string | undefined {
  return /^Bearer +(.+)$/i.exec(header?.trim() ?? "")?.[1];
}

/** The header of a 401, which says how to authenticate, and that a sent token is not valid (RFC 6750, 3). */
export function bearerChallenge(header: string | null): { "WWW-Authenticate": string } {
  const wrong = bearerToken(header) === undefined ? "" : ', error="invalid_token"';
  return { "WWW-Authenticate": `Bearer realm="${REALM}"${wrong}` };
}
