import { MissingPage } from "@/components/layout/ops-fallback-pages";

export default function OpsNotFoundPage() {
  return <MissingPage />;
}
