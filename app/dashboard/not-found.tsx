export { MissingPage as default } from "@/components/layout/dashboard-fallback-pages";
