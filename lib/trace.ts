import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { DomainError } from "@/lib/domain-error";

class StoredContext implements ContextManager {
  readonly #stored = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.#stored.getStore() ?? ROOT_CONTEXT;
  }

  with: ContextManager["with"] = (entered, work, self, ...args) =>
    this.#stored.run(entered, () => work.call(self, ...args));

  bind<Target>(bound: Context, target: Target): Target {
    if (typeof target !== "function") return target;
    return ((...args: unknown[]) => this.#stored.run(bound, () => target(...args))) as Target;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    this.#stored.disable();
    return this;
  }
}

// Global and set once, although this module is bundled twice in one process.
context.setGlobalContextManager(new StoredContext());

const tracer = trace.getTracer("dropline");

// W3C Trace Context. Only versions after 00 may append fields.
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Null if the header is missing or invalid. */
export function readTraceparent(header: string | null | undefined): SpanContext | null {
  const [, version, traceId = "", spanId = "", flags = "", rest] = TRACEPARENT.exec(header ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return null;
  const caller = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(caller) ? caller : null;
}

/** Runs work as a part of the caller's trace, or of the active one without a valid header. */
export function continueTrace<Result>(header: string | null | undefined, work: () => Result): Result {
  const caller = readTraceparent(header);
  return caller === null ? work() : context.with(trace.setSpanContext(ROOT_CONTEXT, caller), work);
}

export const findTraceId = (): string | undefined => trace.getSpanContext(context.active())?.traceId;

/** The `traceparent` of outgoing requests and stored events; null outside a trace. */
export function findTraceparent(): string | null {
  const active = trace.getSpanContext(context.active());
  if (active === undefined) return null;
  return `00-${active.traceId}-${active.spanId}-0${active.traceFlags & 1}`;
}

export function traceHeaders(): { traceparent?: string } {
  const traceparent = findTraceparent();
  return traceparent === null ? {} : { traceparent };
}

interface SpanOptions<Result> {
  readonly kind: SpanKind;
  readonly attributes?: () => Attributes;
  readonly toAttributes?: (result: Result) => Attributes;
}

/** Costs almost nothing unless traces are exported. Attributes must not contain personal data. */
export function inSpan<Result>(
  name: string,
  options: SpanOptions<Result>,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = tracer.startSpan(name, { kind: options.kind });
  if (!span.isRecording()) return work();
  const { attributes, toAttributes } = options;
  if (attributes !== undefined) span.setAttributes(attributes());
  return context.with(trace.setSpan(context.active(), span), async () => {
    try {
      const result = await work();
      if (toAttributes !== undefined) span.setAttributes(toAttributes(result));
      return result;
    } catch (error) {
      span.setAttribute("error.type", error instanceof DomainError ? error.code : toKind(error));
      if (!(error instanceof DomainError)) span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Without the message, which can quote row values. */
const toKind = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** A span within a recorded one; what background work does by itself has none. */
export function inChildSpan<Result>(
  name: string,
  options: SpanOptions<Result>,
  work: () => Promise<Result>,
): Promise<Result> {
  return trace.getActiveSpan()?.isRecording() === true ? inSpan(name, options, work) : work();
}
