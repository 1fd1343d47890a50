import { MissingPage } from "@/components/frame/dashboard-stand-in";

export default function DashboardNotFoundPage() {
  return <MissingPage />;
}
