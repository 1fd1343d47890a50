import { expect, it } from "vitest";
import { bearerChallenge, bearerToken } from "@/lib/http/bearer";

it.each([
  ["Bearer a", "a"],
  ["bearer a", "a"],
  [" BEARER  a.b~c+d/e= ", "a.b~c+d/e="],
  ["Bearer", undefined],
  ["Bearers a", undefined],
  ["Basic a", undefined],
  ["", undefined],
  [null, undefined],
])(
  "the header %j contains the token %j, and its challenge reports a token as invalid (AUTH-10)",
  (header, token) => {
    expect(bearerToken(header)).toBe(token);
    const error = token === undefined ? "" : ', error="invalid_token"';
    expect(bearerChallenge(header)).toEqual({ "WWW-Authenticate": `Bearer realm="Dropline"${error}` });
  },
);
