"use client";

import { Component, type ReactNode } from "react";

interface Props {
  /** Hears that the map has failed, or that its code could not be loaded. */
  readonly onFail: () => void;
  readonly children: ReactNode;
}

/** Keeps what goes wrong in a map, or on the way to its code, from the page around it. */
export class MapBoundary extends Component<Props, { readonly isFailed: boolean }> {
  override state = { isFailed: false };

  static getDerivedStateFromError() {
    return { isFailed: true };
  }

  override componentDidCatch(): void {
    this.props.onFail();
  }

  override render(): ReactNode {
    return this.state.isFailed ? null : this.props.children;
  }
}
