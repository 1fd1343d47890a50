import { MissingPage } from "@/components/frame/dashboard-missing";

export default function DashboardNotFoundPage() {
  return <MissingPage />;
}
