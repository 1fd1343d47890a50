import { MissingPage } from "@/components/frame/ops-stand-in";

export default function OpsNotFoundPage() {
  return <MissingPage />;
}
