import { MissingPage } from "@/components/ops/stand-in";

export default function OpsNotFoundPage() {
  return <MissingPage />;
}
