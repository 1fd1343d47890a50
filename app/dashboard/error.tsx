"use client";

export { FailedPage as default } from "@/components/layout/dashboard-fallback-pages";
