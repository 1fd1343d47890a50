"use client";

import { Component, type ReactNode } from "react";

interface Props {
  readonly onFail: () => void;
  readonly children: ReactNode;
}

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
