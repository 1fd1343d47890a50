import { signedHeaders } from "@/lib/webhooks/signature";

const SECRET = "whsec_cHJhY3RpY2Ugd2l0aCB0aGlzIHNlY3JldCE=";
const MESSAGE = {
  id: "5139d81c-8b38-429e-8c97-dbb928cd3f08",
  at: new Date("2026-11-21T11:20:13.000Z"),
  body: '{"type":"order.delivered","sequence":4}',
};

export const SIGNATURE_EXAMPLE = {
  secret: SECRET,
  id: MESSAGE.id,
  timestamp: String(MESSAGE.at.getTime() / 1000),
  body: MESSAGE.body,
  signature: signedHeaders(MESSAGE, [SECRET])["webhook-signature"],
} as const;
