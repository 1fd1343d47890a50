import { expect, it } from "vitest";
import { tabIconUrl } from "@/components/tracking/tab-icon-url";
import { TabIcon } from "@/components/tracking/tracking-page";
import { renderWithProviders } from "@/testing/render";

/** The icon that a document shows after its server has sent one for an order under way. */
function shownIcon(url: string): string {
  document.head.innerHTML = `<link rel="icon" href="${tabIconUrl("assigned", true)}">`;
  renderWithProviders(<TabIcon url={url} />);
  return document.querySelector('link[rel="icon"]')?.getAttribute("href") ?? "";
}

it("changes the tab's icon without a request, so that it also changes while the service is down", () => {
  const icons = (["new", "in_progress", "delivered"] as const).map((phase) =>
    shownIcon(tabIconUrl(phase, true)),
  );
  const lost = shownIcon(tabIconUrl("in_progress", false));
  expect(new Set([...icons, lost]).size).toBe(4);
  for (const icon of [...icons, lost]) {
    const [kind, drawing = ""] = icon.split(",");
    expect(kind).toBe("data:image/svg+xml");
    const parsed = new DOMParser().parseFromString(decodeURIComponent(drawing), "image/svg+xml");
    expect(parsed.documentElement.querySelectorAll("circle, path").length).toBe(2);
  }
});
