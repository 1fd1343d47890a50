"use client";

export { AppBroken as default } from "@/components/courier/app-broken";
