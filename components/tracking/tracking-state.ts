import type { RecipientState } from "@/components/tracking/recipient-state";
import type { StopValue } from "@/components/tracking/stop-values";
import type { StopView } from "@/lib/tracking/stop-view";
import type { TrackingView } from "@/lib/tracking/tracking-view";

/** The reader's view, rendered by the server and updated by the stream. */
export interface TrackingState
  extends RecipientState,
    Pick<TrackingView, "phase" | "isFinal" | "shop" | "code" | "isCodeBlocked" | "drawing"> {
  readonly locale: "ru" | "en";
  /** The language tag that dates follow, such as en-GB. */
  readonly tag: string;
  /** An SVG path in a 24 by 24 box. */
  readonly icon: string;
  readonly title: string;
  /** For screen readers: changes with the phase, not every minute. */
  readonly announcement: string;
  readonly orderLabel: string;
  readonly test: string | null;
  /** Null when the headline is enough. */
  readonly status: string | null;
  readonly headline: string;
  /** The headline or the details contain an arrival time, which becomes stale. */
  readonly tellsArrival: boolean;
  readonly was: { readonly text: string; readonly reason: string } | null;
  readonly details: readonly string[];
  /** Photo URLs expire after five minutes. */
  readonly photos: readonly { readonly key: string; readonly url: string; readonly caption: string }[];
  readonly steps: readonly {
    readonly key: string;
    readonly label: string;
    readonly time: string | null;
    readonly at: string | null;
    readonly state: "done" | "current" | "next";
  }[];
  readonly courier: {
    readonly name: string;
    readonly vehicle: string;
    readonly color: { readonly word: string; readonly css: string | null } | null;
    readonly plate: string | null;
    readonly call: { readonly href: string; readonly label: string; readonly number: string };
  } | null;
  /** The recipient's address, and which door details are known, never their values. */
  readonly where: {
    readonly address: string;
    readonly given: string;
    readonly correct: string;
    readonly values: readonly StopValue[];
  } | null;
  readonly buyout: string | null;
  readonly stops: readonly {
    readonly key: string;
    readonly title: string;
    readonly address: string;
    readonly state: StopView["state"];
    readonly stateText: string;
  }[];
  readonly drawingText: string;
  readonly follows: boolean;
  /** Null when unknown or when the reader may not follow the courier. */
  readonly seenAt: string | null;
  readonly zone: { readonly name: string; readonly text: string };
}
