const REALM = "Dropline";

/**
 * What an Authorization header carries under the scheme Bearer, whose letters may have any case (RFC 9110, 11.1);
 * undefined where it carries nothing or names another scheme.
 */
export function bearerToken(header: string | null): string | undefined {
  return /^Bearer +(.+)$/i.exec(header?.trim() ?? "")?.[1];
}

/** The header of a 401, which says how to come in, and of a token that was sent that it does not (RFC 6750, 3). */
export function bearerChallenge(header: string | null): { "WWW-Authenticate": string } {
  const wrong = bearerToken(header) === undefined ? "" : ', error="invalid_token"';
  return { "WWW-Authenticate": `Bearer realm="${REALM}"${wrong}` };
}
