export { LinkInvalid as default } from "@/components/courier-app/link-invalid";
