"use client";

import { Component, type ReactNode } from "react";

interface Props {
  /** Called when the map fails, or its code cannot be loaded. */
  readonly onFail: () => void;
  readonly children: ReactNode;
}

/** Keeps errors in a map, or in loading its code, from breaking the page around it. */
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
