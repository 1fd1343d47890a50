"use client";

import { Component, createContext, type ReactNode, useContext } from "react";

export const LoadingText = createContext("");

export const MapLoading = () => (
  <div className="flex h-full w-full items-center justify-center bg-fill text-sm text-soft">
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
