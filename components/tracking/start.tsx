import "@/components/site/share-modules";
import * as React from "react";
import { hydrateRoot } from "react-dom/client";
import {
  type ErrorMessages,
  ErrorMessagesProvider,
  TrackingErrorFallback,
} from "@/components/tracking/tracking-error-fallback";
import { LivePage, PAGE_ID, type Props } from "@/components/tracking/tracking-page";

interface BoundaryProps {
  readonly words: ErrorMessages;
  readonly children: React.ReactNode;
}

class TrackingBoundary extends React.Component<BoundaryProps, { readonly isFailed: boolean }> {
  override state = { isFailed: false };

  static getDerivedStateFromError() {
    return { isFailed: true };
  }

  override render() {
    if (!this.state.isFailed) return this.props.children;
    return (
      <ErrorMessagesProvider words={this.props.words}>
        <TrackingErrorFallback />
      </ErrorMessagesProvider>
    );
  }
}

function start(): void {
  const page = document.getElementById(PAGE_ID);
  if (page?.dataset.props === undefined) return;
  const props: Props = JSON.parse(page.dataset.props);
  const tree = (
    <TrackingBoundary words={props.words.broken}>
      <LivePage {...props} />
    </TrackingBoundary>
  );
  hydrateRoot(page, tree);
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
