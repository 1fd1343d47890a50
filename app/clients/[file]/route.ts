import { join } from "node:path";
import { packFolder } from "@/app/clients/[file]/pack-folder";
import { publicResponse } from "@/app/public-response";
import { packageRoot } from "@/lib/package-root";

export const dynamic = "force-dynamic";

/** By language, the names of the single files that were served before the clients became archives. */
const FORMER_FILES: Readonly<Record<string, readonly string[]>> = {
  typescript: ["index.ts", "types.ts"],
  python: ["dropline.py"],
  php: ["Dropline.php"],
  go: ["dropline.go"],
};

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params;
  for (const [language, files] of Object.entries(FORMER_FILES)) {
    const name = `dropline-${language}.tar.gz`;
    if (files.includes(file))
      return new Response(null, { status: 308, headers: { Location: `/clients/${name}` } });
    if (file !== name) continue;
    const archive = packFolder(join(packageRoot(), "clients", language), `dropline-${language}`);
    const headers = { "Content-Disposition": `attachment; filename="${name}"` };
    return publicResponse(archive, "application/gzip", headers);
  }
  return new Response(null, { status: 404 });
}
