import { cleanup } from "@testing-library/react";
import { afterEach, beforeAll } from "vitest";

/** Of happy-dom's, which never reports anything. Links would prefetch, so they stay invisible. */
class VisibleObserver extends IntersectionObserver {
  constructor(private readonly report: IntersectionObserverCallback) {
    super(report);
  }

  override observe(target: Element): void {
    if (target instanceof HTMLAnchorElement) return;
    this.report([{ isIntersecting: true, target } as unknown as IntersectionObserverEntry], this);
  }
}

// The test files of a worker share one document, so each file starts by emptying it.
beforeAll(() => {
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  // happy-dom has neither layout nor WebGL: here every map is visible and can be drawn.
  window.IntersectionObserver = VisibleObserver;
  HTMLCanvasElement.prototype.getContext = ((kind: string) =>
    kind.startsWith("webgl") ? { getExtension: () => null } : null) as HTMLCanvasElement["getContext"];
});

afterEach(cleanup);
