"use client";

export { FailedPage as default } from "@/components/layout/ops-fallback-pages";
