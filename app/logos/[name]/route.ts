import { serveLogo } from "@/lib/accounts/serve-logo";
import { orUnavailable } from "@/lib/http/unavailable";
import { runtime } from "@/lib/process/runtime";

export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  return orUnavailable(() => serveLogo(runtime().files, name));
}
