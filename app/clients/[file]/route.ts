import { readFileSync } from "node:fs";
import { join } from "node:path";
import { publicResponse } from "@/app/public-response";
import { packageRoot } from "@/lib/package-root";

export const dynamic = "force-dynamic";

const FILES: Readonly<Record<string, string>> = {
  "index.ts": "typescript/src/index.ts",
  "types.ts": "typescript/src/types.ts",
  "dropline.py": "python/dropline.py",
  "Dropline.php": "php/Dropline.php",
  "dropline.go": "go/dropline.go",
};

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params;
  const path = Object.hasOwn(FILES, file) ? FILES[file] : undefined;
  if (path === undefined) return new Response(null, { status: 404 });
  const text = readFileSync(join(packageRoot(), "clients", path), "utf8");
  const headers = { "Content-Disposition": `attachment; filename="${file}"` };
  return publicResponse(text, "text/plain; charset=utf-8", headers);
}
