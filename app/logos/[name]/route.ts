import { serveLogo } from "@/lib/accounts/serve-logo";
import { withUnavailableResponse } from "@/lib/http/with-unavailable-response";
import { runtime } from "@/lib/process/runtime";

export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  return withUnavailableResponse(() => serveLogo(runtime().files, name));
}
