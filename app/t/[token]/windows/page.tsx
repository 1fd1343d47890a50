import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import { loadState } from "@/app/t/load-state";
import { WindowChoices } from "@/components/tracking/window-choices";
import { DomainError } from "@/lib/domain-error";
import { getWindowChoice } from "@/lib/orders/feedback/choose-window";
import { runtime } from "@/lib/process/runtime";
import { MESSAGES } from "@/messages/messages";

export const dynamic = "force-dynamic";

interface PageProps {
  readonly params: Promise<{ token: string }>;
}

// Cached, because the title and the page both use it.
const load = cache(async (token: string) => {
  const loaded = await loadState(token, await getLocale());
  return loaded.kind === "open" ? loaded.state : null;
});

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const state = await load((await params).token);
  if (state === null) return {};
  const { title } = MESSAGES[state.locale].tracking.windows;
  return { title: { absolute: `${title} · ${state.orderLabel}` } };
}

/** The recipient chooses another delivery window by plain forms, which work without scripts. */
export default async function WindowsPage({ params }: PageProps) {
  const { token } = await params;
  const state = await load(token);
  if (state === null) notFound();
  return (
    <WindowChoices
      address={`/t/${token}`}
      state={state}
      choice={state.canChooseWindow ? await findChoice(token) : null}
      now={runtime().clock.now()}
    />
  );
}

/** Null if the recipient may not choose any more. */
async function findChoice(token: string) {
  try {
    return await getWindowChoice(runtime(), token);
  } catch (error) {
    if (error instanceof DomainError && error.code === "STEP_NOT_POSSIBLE") return null;
    throw error;
  }
}
