import { LinkInvalid } from "@/components/courier/link-invalid";

export default function CourierNotFoundPage() {
  return <LinkInvalid />;
}
