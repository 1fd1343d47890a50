"use client";

export { AppErrorFallback as default } from "@/components/courier/app-broken";
