import type { Metadata } from "@/lib/orders/metadata";

export function MetadataList({ metadata }: { metadata: Metadata }) {
  return Object.entries(metadata).map(([key, value]) => (
    <p key={key} className="whitespace-pre-line [overflow-wrap:anywhere]">
      <span className="text-soft">{key}:</span> {value}
    </p>
  ));
}
