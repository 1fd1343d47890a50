"use client";

export { FailedPage as default } from "@/components/frame/dashboard-missing";
