export { MissingPage as default } from "@/components/layout/ops-fallback-pages";
