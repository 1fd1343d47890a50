import "@/components/site/share-modules";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { IslandContent } from "@/components/site/island";
import { SECOND_MS } from "@/lib/duration";

const serverHtml = (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, so that hydration keeps the server's HTML.
  <span className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
);

let count = 0;

function hydrateIslands(): void {
  for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) {
    const tree = <IslandContent {...JSON.parse(island.dataset.island ?? "")}>{serverHtml}</IslandContent>;
    delete island.dataset.island;
    count += 1;
    const identifierPrefix = `island-${count}-`;
    // A transition is split into short tasks, so that the page reacts to taps meanwhile.
    startTransition(() => void hydrateRoot(island, tree, { identifierPrefix }));
  }
}

function start(): void {
  hydrateIslands();
  // A form's response is a new page.
  document.querySelector<HTMLElement>("form [role=alert]")?.focus();
}

let submittedAt = Number.NEGATIVE_INFINITY;

document.addEventListener("submit", (event) => {
  // A double click must not send a form twice.
  if (event.timeStamp - submittedAt < SECOND_MS) event.preventDefault();
  else submittedAt = event.timeStamp;
});
document.addEventListener("refreshed", hydrateIslands);
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
