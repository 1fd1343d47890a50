// The ceiling of Node's own HTTP: a server that answers each request with the same few bytes.
import { createServer } from "node:http";

const body = '{"success":true,"data":{}}';
createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");
process.on("disconnect", () => process.exit(0));
