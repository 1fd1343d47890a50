import { MissingPage } from "@/components/layout/dashboard-missing";

export default function DashboardNotFoundPage() {
  return <MissingPage />;
}
