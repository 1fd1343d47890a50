import type { ReactNode } from "react";
import { Icon } from "@/components/tracking/icon";
import { ShareButton } from "@/components/tracking/share-button";
import type { TrackingState } from "@/components/tracking/tracking-state";

interface Props {
  readonly call: NonNullable<TrackingState["courier"]>["call"] | null;
  readonly title: string;
  readonly words: { readonly share: string; readonly copied: string };
  readonly children?: ReactNode;
}

export function ActionBar({ call, title, words, children }: Props) {
  return (
    <div className="action-bar">
      {call !== null && (
        <a href={call.href} className="primary">
          <Icon name="phone" />
          <span>
            {call.label} <span className="number">{call.number}</span>
          </span>
        </a>
      )}
      {children}
      <ShareButton title={title} share={words.share} copied={words.copied} />
    </div>
  );
}
