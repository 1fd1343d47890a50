/** Replaces next/navigation in public pages, which load each other as documents. */
export const usePathname = (): string => window.location.pathname;

const router = {
  push: (href: string): void => window.location.assign(href),
  refresh: async (): Promise<void> => {
    const response = await fetch(window.location.href).catch(() => null);
    if (response?.ok !== true) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const [former, next] = [document, page].map((one) => one.querySelector("main"));
    if (former == null || next == null) return;
    former.replaceWith(next);
    // components/site/start.tsx hydrates it.
    next.dispatchEvent(new Event("refreshed", { bubbles: true }));
  },
};

export const useRouter = () => router;
