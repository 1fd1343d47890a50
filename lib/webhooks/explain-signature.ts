import { isDeepStrictEqual } from "node:util";
import { parseBoundedJson } from "@/lib/http/bounded-json";
import type { PastedHeaders } from "@/lib/webhooks/pasted-headers";
import { isSignedBy, readTimestamp, TOLERANCE_MS } from "@/lib/webhooks/signature";

const FINDINGS = {
  id_missing: "bad",
  id_known: "good",
  id_unknown: "warn",
  timestamp_missing: "bad",
  timestamp_malformed: "bad",
  timestamp_timely: "good",
  timestamp_old: "warn",
  timestamp_ahead: "warn",
  signature_missing: "bad",
  signature_is_secret: "bad",
  signature_unversioned: "bad",
  signature_unchecked: "warn",
  signature_right: "good",
  signature_right_former: "good",
  signature_wrong: "bad",
  body_same: "good",
  body_differs: "bad",
  cause_edges: "cause",
  cause_newline: "cause",
  cause_serialized: "cause",
  cause_body_changed: "cause",
  cause_id_other: "cause",
  cause_body_other: "cause",
  cause_timestamp_other: "cause",
  cause_other_endpoint: "cause",
  cause_secret_ended: "cause",
  cause_unknown: "cause",
} as const;

export interface SignatureCheckResult {
  readonly code: keyof typeof FINDINGS;
  /** Findings of the kind `cause` are likely; all others are certain. */
  readonly sign: (typeof FINDINGS)[keyof typeof FINDINGS];
  readonly values: Readonly<Record<string, string | number>>;
}

export interface SignatureExplanation {
  /** `right_then`: valid, but refused now because of its age. */
  readonly verdict: "right" | "right_then" | "wrong";
  readonly findings: readonly SignatureCheckResult[];
  readonly sentAt: Date | null;
  readonly checkedAt: Date;
}

/** An event's request to an endpoint, with one instant per attempt. The body is null if no longer stored. */
export interface SentMessage {
  readonly body: string | null;
  readonly sentAt: readonly Date[];
}

export interface SignatureCheckInput {
  readonly now: Date;
  readonly secret: string;
  readonly former: { readonly secret: string; readonly isInForce: boolean } | null;
  readonly others: readonly { readonly url: string; readonly secrets: readonly string[] }[];
  readonly sent: SentMessage | null;
}

export function explainSignature(
  headers: PastedHeaders,
  body: string,
  evidence: SignatureCheckInput,
): SignatureExplanation {
  const at = headers.timestamp === null ? null : readTimestamp(headers.timestamp);
  const findings = [
    idFinding(headers, evidence),
    timestampFinding(headers, at, evidence.now),
    ...signatureFindings(headers, body, evidence),
  ];
  const has = (code: SignatureCheckResult["code"]) => findings.some((one) => one.code === code);
  const isWrong = findings.some(({ sign }) => sign === "bad");
  const verdict = isWrong ? "wrong" : has("timestamp_timely") ? "right" : "right_then";
  return { verdict, findings, sentAt: at, checkedAt: evidence.now };
}

const finding = (
  code: SignatureCheckResult["code"],
  values: SignatureCheckResult["values"] = {},
): SignatureCheckResult => ({
  code,
  sign: FINDINGS[code],
  values,
});

function idFinding({ id }: PastedHeaders, { sent }: SignatureCheckInput): SignatureCheckResult {
  if (id === null) return finding("id_missing");
  return finding(sent === null ? "id_unknown" : "id_known");
}

function timestampFinding({ timestamp }: PastedHeaders, at: Date | null, now: Date): SignatureCheckResult {
  if (timestamp === null) return finding("timestamp_missing");
  if (at === null) return finding("timestamp_malformed");
  const aheadMs = at.getTime() - now.getTime();
  if (Math.abs(aheadMs) <= TOLERANCE_MS) return finding("timestamp_timely");
  return finding(aheadMs > 0 ? "timestamp_ahead" : "timestamp_old");
}

function signatureFindings(
  headers: PastedHeaders,
  body: string,
  evidence: SignatureCheckInput,
): SignatureCheckResult[] {
  const { id, timestamp } = headers;
  if (headers.signature === null) return [finding("signature_missing"), ...bodyFindings(body, evidence)];
  if (headers.signature.includes("whsec_")) {
    return [finding("signature_is_secret"), ...bodyFindings(body, evidence)];
  }
  const isVersioned = /(^| )v1,/.test(headers.signature);
  const signature = isVersioned ? headers.signature : headers.signature.replace(/^(v1[=: ])?/, "v1,");
  const findings = isVersioned ? [] : [finding("signature_unversioned")];
  if (id === null || timestamp === null) {
    return [...findings, finding("signature_unchecked"), ...bodyFindings(body, evidence)];
  }
  const message = { id, timestamp, body };
  if (isSignedBy(message, signature, evidence.secret)) findings.push(finding("signature_right"));
  else if (evidence.former?.isInForce && isSignedBy(message, signature, evidence.former.secret)) {
    findings.push(finding("signature_right_former"));
  } else {
    const causes = getCauses({ message, signature }, evidence);
    findings.push(finding("signature_wrong"), ...(causes.length === 0 ? [finding("cause_unknown")] : causes));
  }
  return [...findings, ...bodyFindings(body, evidence)];
}

function bodyFindings(body: string, { sent }: SignatureCheckInput): SignatureCheckResult[] {
  if (sent === null || sent.body === null) return [];
  if (sent.body === body) return [finding("body_same")];
  const [wanted, given] = [Buffer.from(sent.body), Buffer.from(body)];
  const unlike = wanted.findIndex((byte, index) => byte !== given[index]);
  const same = unlike === -1 ? wanted.length : unlike;
  return [finding("body_differs", { same, sent: wanted.length, given: given.length })];
}

interface WrongMessage {
  readonly message: { readonly id: string; readonly timestamp: string; readonly body: string };
  readonly signature: string;
}

function getCauses(
  { message, signature }: WrongMessage,
  evidence: SignatureCheckInput,
): SignatureCheckResult[] {
  const { former, others, sent } = evidence;
  const own = former?.isInForce ? [evidence.secret, former.secret] : [evidence.secret];
  const isRightWith = (change: Partial<typeof message>, secrets: readonly string[] = own) =>
    secrets.some((secret) => isSignedBy({ ...message, ...change }, signature, secret));
  const causes: SignatureCheckResult[] = [];

  const bodyCause = parseBodyCause(message.body, sent, (body) => isRightWith({ body }));
  if (bodyCause !== null) causes.push(finding(bodyCause));

  const id = findEventId(message.body);
  if (id !== null && id !== message.id) {
    causes.push(finding(isRightWith({ id }) ? "cause_id_other" : "cause_body_other", { id }));
  }

  const body = sent?.body ?? message.body;
  const timestamp = sent?.sentAt
    .map((at) => String(Math.floor(at.getTime() / 1000)))
    .find((one) => one !== message.timestamp && isRightWith({ timestamp: one, body }));
  if (timestamp !== undefined) causes.push(finding("cause_timestamp_other", { timestamp }));

  const other = others.find(({ secrets }) => isRightWith({}, secrets));
  if (other !== undefined) causes.push(finding("cause_other_endpoint", { url: other.url }));

  if (former !== null && !former.isInForce && isRightWith({}, [former.secret])) {
    causes.push(finding("cause_secret_ended"));
  }
  return causes;
}

function parseBodyCause(
  body: string,
  sent: SentMessage | null,
  isRight: (body: string) => boolean,
): SignatureCheckResult["code"] | null {
  if (isRight(body.trim())) return "cause_edges";
  if (isRight(`${body}\n`)) return "cause_newline";
  const serialized = serializedAgain(body);
  if (serialized !== null && isRight(serialized)) return "cause_serialized";
  if (sent === null || sent.body === null || !isRight(sent.body)) return null;
  const isSameValue =
    serialized !== null && isDeepStrictEqual(parseBoundedJson(serialized), parseBoundedJson(sent.body));
  return isSameValue ? "cause_serialized" : "cause_body_changed";
}

function serializedAgain(body: string): string | null {
  try {
    return JSON.stringify(parseBoundedJson(body));
  } catch {
    // Not JSON, or so deep or long that it is not one of our events.
    return null;
  }
}

function findEventId(body: string): string | null {
  const text = serializedAgain(body);
  const event = (text === null ? null : parseBoundedJson(text)) as { id?: unknown } | null;
  return typeof event?.id === "string" ? event.id : null;
}
