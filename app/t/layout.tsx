import type { Metadata } from "next";
import type { ReactNode } from "react";
import "./tracking.css";

export const metadata: Metadata = {
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

export default function TrackingLayout({ children }: { children: ReactNode }) {
  return children;
}
