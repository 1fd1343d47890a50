"use client";

export { FailedPage as default } from "@/components/frame/ops-stand-in";
