"use client";

export { TrackingErrorFallback as default } from "@/components/tracking/tracking-error-fallback";
