export { LinkInvalid as default } from "@/components/courier/link-invalid";
