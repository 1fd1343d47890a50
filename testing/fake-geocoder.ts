import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Behavior = (response: ServerResponse, request: IncomingMessage) => void;

/** A geocoding server for tests, on a free port of this machine, over real HTTP. */
export interface FakeGeocoder {
  readonly url: string;
  /** Path and query of every request so far, in order of arrival. */
  readonly requests: readonly string[];
  /** The language of each request. */
  readonly languages: readonly string[];
  /** Handles the next requests with these in turn, and the rest with the last. */
  behave(...behaviors: [Behavior, ...Behavior[]]): void;
  /** Stops the server and every connection to it. */
  close(): Promise<void>;
}

/** Photon's response for a house in Saint Petersburg and its street. */
export const PHOTON_ANSWER = {
  type: "FeatureCollection",
  features: [
    {
      type: "Feature",
      geometry: { type: "Point", coordinates: [30.3607, 59.9287] },
      properties: {
        osm_type: "W",
        osm_id: 38862723,
        osm_key: "building",
        osm_value: "yes",
        type: "house",
        housenumber: "30",
        street: "улица Марата",
        postcode: "191002",
        district: "Владимирский округ",
        city: "Санкт-Петербург",
        state: "Санкт-Петербург",
        country: "Россия",
        countrycode: "RU",
        extent: [30.36, 59.929, 30.361, 59.928],
      },
    },
    {
      type: "Feature",
      geometry: { type: "Point", coordinates: [30.3542, 59.9254] },
      properties: {
        osm_type: "W",
        osm_id: 4711,
        osm_key: "highway",
        osm_value: "secondary",
        type: "street",
        name: "улица Марата",
        city: "Санкт-Петербург",
        country: "Россия",
        countrycode: "RU",
      },
    },
  ],
} as const;

/** Nominatim's response for the same house. */
export const NOMINATIM_ANSWER = [
  {
    place_id: 100149,
    licence: "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
    osm_type: "way",
    osm_id: 38862723,
    boundingbox: ["59.9280000", "59.9290000", "30.3600000", "30.3610000"],
    lat: "59.9287",
    lon: "30.3607",
    display_name: "30, улица Марата, Санкт-Петербург, 191002, Россия",
    category: "building",
    type: "yes",
    place_rank: 30,
    importance: 0.000065,
    addresstype: "building",
    name: "",
    address: {
      house_number: "30",
      road: "улица Марата",
      suburb: "Владимирский округ",
      city: "Санкт-Петербург",
      postcode: "191002",
      country: "Россия",
      country_code: "ru",
    },
  },
] as const;

/** Starts a fake that responds correctly until `behave` is called. */
export async function startFakeGeocoder(): Promise<FakeGeocoder> {
  const requests: string[] = [];
  const languages: string[] = [];
  let behaviors: Behavior[] = [answerWell];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    languages.push(request.headers["accept-language"] ?? "");
    const behavior = (behaviors.length > 1 ? behaviors.shift() : behaviors[0]) ?? answerWell;
    behavior(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    languages,
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

/** Responds in the protocol of the request. */
export const answerWell: Behavior = (response, request) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://fake");
  const isReverse = pathname === "/reverse";
  const isPhoton = pathname === "/api" || (isReverse && searchParams.has("radius"));
  const nominatim = isReverse ? NOMINATIM_ANSWER[0] : NOMINATIM_ANSWER;
  const body = isPhoton ? PHOTON_ANSWER : nominatim;
  response.setHeader("Content-Type", "application/json").end(JSON.stringify(body));
};

/** Responds with this text. */
export function respondText(status: number, body: string): Behavior {
  return (response) => response.writeHead(status, { "Content-Type": "application/json" }).end(body);
}

/** Accepts the request and never responds. */
export const neverAnswer: Behavior = () => {};

/** Breaks the connection. */
export const reset: Behavior = (response) => {
  response.socket?.resetAndDestroy();
};

/** Sends an endless body as fast as it is read. */
export const flood: Behavior = (response) => {
  const chunk = Buffer.alloc(256 * 1024, " ");
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.writeHead(200).on("drain", send);
  send();
};
