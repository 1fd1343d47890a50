"use client";

export { Broken as default } from "@/components/tracking/broken";
