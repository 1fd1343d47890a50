import { SpanKind } from "@opentelemetry/api";
import type { OutgoingRequest, Sender } from "@/lib/http/create-sender";
import type { SendResult } from "@/lib/http/send-result";
import { continueTrace, inSpan, traceHeaders } from "@/lib/trace";

const SPAN = {
  kind: SpanKind.PRODUCER,
  toAttributes: ({ status, failure }: SendResult) => ({
    ...(status === null ? {} : { "http.response.status_code": status }),
    ...(failure === null ? {} : { "error.type": failure }),
  }),
};

/** Sends as a part of the stored trace, unless the receiver's owner has set the header. */
export function sendTraced(
  name: string,
  traceparent: string | null,
  sender: Sender,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<SendResult> {
  const isSet = Object.keys(request.headers).some((header) => header.toLowerCase() === "traceparent");
  return continueTrace(traceparent, () =>
    inSpan(name, SPAN, () => {
      const headers = isSet ? request.headers : { ...request.headers, ...traceHeaders() };
      return sender.send({ ...request, headers }, signal);
    }),
  );
}
