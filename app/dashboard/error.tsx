"use client";

export { FailedPage as default } from "@/components/dashboard/stand-in";
