import type { RecipientState } from "@/components/tracking/recipient-state";
import type { StopValue } from "@/components/tracking/stop-values";
import type { ShopBranding } from "@/lib/accounts/shop-identity";
import type { TrackingMapView } from "@/lib/tracking/drawing-view";
import type { Phase } from "@/lib/tracking/phase";
import type { StopView } from "@/lib/tracking/stop-view";

/**
 * What a tracking page shows, in the reader's language: rendered on the server, sent by the stream, held by the page.
 */
export interface TrackingState extends RecipientState {
  readonly locale: "ru" | "en";
  /** What dates follow: the language, and the region if the browser names one. */
  readonly tag: string;
  readonly phase: Phase;
  readonly isFinal: boolean;
  /** The path of the phase's icon, 24 by 24. */
  readonly icon: string;
  readonly title: string;
  /** The state alone, for screen readers: it changes when the state does, not every minute. */
  readonly announcement: string;
  readonly shop: ShopBranding;
  readonly orderLabel: string;
  readonly test: string | null;
  /** What is going on, in two words above the headline; null when the headline says all. */
  readonly status: string | null;
  readonly headline: string;
  /** Whether the headline or the details contain an arrival time, which ages. */
  readonly tellsArrival: boolean;
  readonly was: { readonly text: string; readonly reason: string } | null;
  readonly details: readonly string[];
  readonly code: string | null;
  readonly isCodeBlocked: boolean;
  /** Photos from the recipient's door, whose addresses open for five minutes. */
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
  /** The recipient's own address, and which details of the way to the door the courier has; never the details. */
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
  readonly drawing: TrackingMapView | null;
  readonly drawingText: string;
  readonly follows: boolean;
  /** When the courier was last seen; null when the reader does not follow them, or nobody knows. */
  readonly seenAt: string | null;
  readonly zone: { readonly name: string; readonly text: string };
}
