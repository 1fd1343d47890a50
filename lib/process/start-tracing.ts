import { dirname } from "node:path";
import { ProxyTracerProvider, trace } from "@opentelemetry/api";
import type { Config } from "@/lib/config";
import { logWarning } from "@/lib/log";
import { packageRoot } from "@/lib/package-root";

type Sdk = typeof import("@opentelemetry/sdk-trace-base");
type Exporter = typeof import("@opentelemetry/exporter-trace-otlp-http");
type Settings = NonNullable<ConstructorParameters<Sdk["BasicTracerProvider"]>[0]>;
type TraceSettings = NonNullable<Config["traces"]>;

const PACKAGES = "@opentelemetry/sdk-trace-base@2 @opentelemetry/exporter-trace-otlp-http@0.223";

/** Not a literal import, since a release would then contain these packages. */
const load = (name: string): Promise<unknown> => import(name);

/** Exports spans as the OTEL_ variables say. @returns a function that sends the rest; null without the packages */
export async function startTracing({ serviceName }: TraceSettings): Promise<(() => Promise<void>) | null> {
  let loaded: [Sdk, Exporter, { resourceFromAttributes(names: object): NonNullable<Settings["resource"]> }];
  try {
    const names = ["sdk-trace-base", "exporter-trace-otlp-http", "resources"];
    loaded = (await Promise.all(names.map((name) => load(`@opentelemetry/${name}`)))) as typeof loaded;
  } catch {
    const command = `npm install --prefix ${dirname(packageRoot())} ${PACKAGES}`;
    logWarning(`OTEL_EXPORTER_OTLP_ENDPOINT is set, but traces are not exported. Run: ${command}`);
    return null;
  }
  const [{ BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    loaded;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const nothing = new ProxyTracerProvider();
  trace.setGlobalTracerProvider({
    // Next's spans would contain URLs with the secrets of tracking and invitation links.
    getTracer: (name, ...rest) => (name === "dropline" ? provider : nothing).getTracer(name, ...rest),
  });
  return () => provider.shutdown();
}
