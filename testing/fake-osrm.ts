import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";
import { encodePolyline } from "@/lib/routing/polyline";

export type Behavior = (response: ServerResponse, points: readonly Point[]) => void;

/** An OSRM server for tests, on a free port of this machine, over real HTTP. */
export interface FakeOsrm {
  readonly url: string;
  /** Path and query of every request for a route or a table so far, in order of arrival. */
  readonly requests: readonly string[];
  /** Path and query of every probe so far. */
  readonly probes: readonly string[];
  /** Handles the next requests with these in turn, and the rest with the last. */
  behave(...behaviors: [Behavior, ...Behavior[]]): void;
  /** Handles later probes this way; by default they succeed without a version. */
  behaveToProbes(next: (response: ServerResponse) => void): void;
  /** Stops the server and every connection to it. */
  close(): Promise<void>;
}

/** Starts a fake that responds correctly until `behave` is called. */
export async function startFakeOsrm(): Promise<FakeOsrm> {
  const requests: string[] = [];
  const probes: string[] = [];
  let answerProbe: (response: ServerResponse) => void = probeWell;
  let behaviors: Behavior[] = [answerWell];
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    if (url.startsWith("/nearest/")) {
      probes.push(url);
      return answerProbe(response);
    }
    requests.push(url);
    const behavior = (behaviors.length > 1 ? behaviors.shift() : behaviors[0]) ?? answerWell;
    behavior(response, toPoints(url));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    probes,
    behaveToProbes(next) {
      answerProbe = next;
    },
    behave(...next) {
      behaviors = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toPoints(url: string): Point[] {
  const coordinates = /^\/(?:route|table)\/v1\/\w+\/([^?]*)/.exec(url)?.[1] ?? "";
  return coordinates.split(";").map((pair) => {
    const [longitude, latitude] = pair.split(",").map(Number);
    return { latitude: latitude ?? 0, longitude: longitude ?? 0 };
  });
}

/** The middle of a leg on this map. */
export function getMiddle(from: Point, to: Point): Point {
  return {
    latitude: (from.latitude + to.latitude) / 2,
    longitude: (from.longitude + to.longitude) / 2,
  };
}

/** A healthy server's response: each leg is twice the straight line, at 10 m/s, through its middle. */
export function validRoute(points: readonly Point[]) {
  const legs = points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    const distance = 2 * greatCircleMeters(from, to);
    return {
      distance,
      duration: distance / 10,
      summary: "",
      weight: distance / 10,
      steps: [],
    };
  });
  const waypoints = points.map((point) => ({
    location: [point.longitude, point.latitude],
    name: "",
    distance: 0,
    hint: "",
  }));
  // Each leg begins where the previous one ended.
  const line = points.flatMap((to, index) => {
    const from = points[index - 1];
    return from === undefined ? [to] : [getMiddle(from, to), to];
  });
  const geometry = encodePolyline(line);
  return { code: "Ok", routes: [{ geometry, legs, weight_name: "routability" }], waypoints };
}

const probeWell = (response: ServerResponse) => response.end('{"code":"NoSegment"}');

export const answerWell: Behavior = (response, points) => {
  response.setHeader("Content-Type", "application/json").end(JSON.stringify(validRoute(points)));
};

/** Responds with a table of the seconds from every other place to the last. */
export function respondTable(secondsFrom: (place: Point) => number | null): Behavior {
  return (response, points) => {
    const waypoints = points.map(({ longitude, latitude }) => ({ location: [longitude, latitude] }));
    const durations = points.slice(0, -1).map((place) => [secondsFrom(place)]);
    const [sources, destinations] = [waypoints.slice(0, -1), waypoints.slice(-1)];
    response.end(JSON.stringify({ code: "Ok", sources, destinations, durations }));
  };
}

/** Responds with this text. */
export function respondText(status: number, body: string): Behavior {
  return (response) => response.writeHead(status, { "Content-Type": "application/json" }).end(body);
}

/** Responds like a healthy server, with this change. */
export function respondChanged(change: (answer: ReturnType<typeof validRoute>) => unknown): Behavior {
  return (response, points) => response.end(JSON.stringify(change(validRoute(points))));
}

/** Accepts the request and never responds. */
export const neverAnswer: Behavior = () => {};

/** Sends half of the announced length and breaks the connection. */
export const resetHalfWay: Behavior = (response, points) => {
  const body = JSON.stringify(validRoute(points));
  response.writeHead(200, { "Content-Length": Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.socket?.resetAndDestroy());
};

/** Sends a valid response's head at once, then an endless body, one space at a time. */
export const drip: Behavior = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 5);
  response.on("close", () => clearInterval(timer));
};

/** Sends an endless body as fast as it is read. */
export const flood: Behavior = (response) => {
  const chunk = Buffer.alloc(1024 * 1024, " ");
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.writeHead(200).on("drain", send);
  send();
};
