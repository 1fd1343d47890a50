"use client";

import { Component, createContext, type ReactNode, type Ref, useContext } from "react";

export const LoadingText = createContext("");

export const MapLoading = ({ ref }: { ref?: Ref<HTMLDivElement> }) => (
  <div ref={ref} className="flex h-full w-full items-center justify-center bg-fill text-sm text-soft">
    {useContext(LoadingText)}
  </div>
);

interface BoundaryProps {
  readonly onFail: () => void;
  readonly children: ReactNode;
}

export class MapBoundary extends Component<BoundaryProps, { readonly isFailed: boolean }> {
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
