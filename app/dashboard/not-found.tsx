import { MissingPage } from "@/components/dashboard/stand-in";

export default function DashboardNotFoundPage() {
  return <MissingPage />;
}
