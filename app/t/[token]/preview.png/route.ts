// GET /t/{token}/preview.png: what a messenger shows beside the link: the quarter, without a door or a courier
import { findLinkPreview } from "@/app/t/link-preview";
import { loadState } from "@/app/t/load-state";
import { orUnavailable } from "@/lib/http/unavailable";
import { DEFAULT_LOCALE } from "@/lib/locale/locale";
import { findPreview } from "@/lib/map/find-preview";

/** Messengers keep it themselves; a link that ends is not shown for long. */
const CACHE_CONTROL = "private, max-age=3600";

export async function GET(_: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return orUnavailable(async () => {
    const loaded = await loadState(token, DEFAULT_LOCALE);
    const shown = loaded.kind === "open" ? await findLinkPreview(loaded) : null;
    const bytes = shown && (await findPreview(shown.map, shown.place));
    if (bytes === null) return new Response(null, { status: 404 });
    return new Response(bytes, { headers: { "Content-Type": "image/png", "Cache-Control": CACHE_CONTROL } });
  });
}
