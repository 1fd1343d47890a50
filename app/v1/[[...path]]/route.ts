// Any other address under /v1: 404 in the envelope
export {
  serveApi as DELETE,
  serveApi as GET,
  serveApi as HEAD,
  serveApi as OPTIONS,
  serveApi as PATCH,
  serveApi as POST,
  serveApi as PUT,
} from "@/lib/api/serve";
