"use client";

export { FailedPage as default } from "@/components/ops/stand-in";
