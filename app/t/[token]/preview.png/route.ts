// Messengers show this image with the link: the neighborhood and the logo, but neither the door nor the courier.
import { findLinkPreview } from "@/app/t/find-link-preview";
import { loadState } from "@/app/t/load-state";
import { drawFor, RenderLimitError } from "@/lib/city/map/draw-in-turn";
import { findPreview } from "@/lib/city/map/find-preview";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import { withUnavailableResponse } from "@/lib/http/with-unavailable-response";
import { DEFAULT_LOCALE } from "@/lib/locale/locale";
import { runtime } from "@/lib/process/runtime";

/** Short, because links expire. Messengers have their own caches. */
const CACHE_CONTROL = "private, max-age=3600";

export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return withUnavailableResponse(async () => {
    const loaded = await loadState(token, DEFAULT_LOCALE);
    const shown = loaded.kind === "open" ? await findLinkPreview(loaded) : null;
    const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
    const drawn =
      shown && findPreview(shown.map, shown.place, shown.logo, drawFor(runtime().drawings, address));
    const bytes = await drawn?.catch((error: unknown) => {
      if (error instanceof RenderLimitError) return error;
      throw error;
    });
    if (bytes instanceof RenderLimitError) return bytes.toResponse();
    if (bytes == null) return new Response(null, { status: 404 });
    return new Response(bytes, { headers: { "Content-Type": "image/png", "Cache-Control": CACHE_CONTROL } });
  });
}
