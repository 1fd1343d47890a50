import type { MessageProvider } from "@/lib/config";
import type { OutgoingRequest } from "@/lib/http/create-sender";

export const PROVIDER_FIELDS = ["phone", "text", "link", "order_code", "sender"] as const;
export type ProviderValues = Readonly<Record<(typeof PROVIDER_FIELDS)[number], string>>;

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

const ENCODERS = {
  json: (value: string) => JSON.stringify(value).slice(1, -1),
  // As URLSearchParams, without its plus for a space, which some providers do not decode in a query.
  url: (value: string) => encodeURIComponent(value),
};

/** The template's content type decides how values are encoded; a GET has them in its query. */
export function buildProviderRequest(
  { url, method, headers, template }: MessageProvider,
  values: ProviderValues,
  key: string,
): OutgoingRequest {
  const ownHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, one]) => [name.toLowerCase(), one]),
  );
  const type = ownHeaders["content-type"] ?? (/^\s*[{[]/.test(template) ? JSON_TYPE : FORM_TYPE);
  const encode = method !== "GET" && /\bjson\b/i.test(type) ? ENCODERS.json : ENCODERS.url;
  const filled = template.replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = values[name as keyof ProviderValues];
    return value === undefined ? all : encode(value);
  });
  const sent = { "user-agent": "Dropline", ...ownHeaders, "idempotency-key": key };
  if (method === "GET") {
    const address = `${url}${url.includes("?") ? "&" : "?"}${filled}`;
    return { url: address, method, isLive: true, headers: sent, body: null };
  }
  return { url, method, isLive: true, headers: { ...sent, "content-type": type }, body: filled };
}
