import type * as z from "zod";
import type { KeyWithOwner } from "@/lib/accounts/key";
import type { AuditAction } from "@/lib/audit/call";
import type { StatementIssuer } from "@/lib/billing/statement";
import type { Geocoder } from "@/lib/city/geocoding/geocoder";
import type { WebhookSettings } from "@/lib/config";
import type { Context } from "@/lib/context";
import type { FieldIssue } from "@/lib/domain-error";
import type { FileStore } from "@/lib/files/stored-file";
import type { ErrorCode, Prefix } from "@/lib/http/errors";

/** A request whose body is refused. */
export interface RefusedRequest {
  readonly context: Context;
  readonly key: KeyWithOwner;
  readonly webhooks: WebhookSettings;
  /** Empty if the path has none. */
  readonly externalOrderId: string;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface OperationInput<Body, Query, Headers> {
  readonly context: Context;
  readonly key: KeyWithOwner;
  /** When the request entered its first queue, in milliseconds of `performance.now()`. */
  readonly arrivedAt: number;
  readonly prefix: Prefix;
  readonly geocoder: Geocoder | null;
  readonly fileSecret: string;
  readonly files: FileStore;
  readonly webhooks: WebhookSettings;
  readonly issuer: StatementIssuer;
  readonly externalOrderId: string;
  /** Other parameters of the path, unchecked, by their name. */
  readonly ids: Readonly<Record<string, string>>;
  /** Whether the client prefers CSV, for an operation with `csv`. */
  readonly wantsCsv: boolean;
  /** Undefined if the operation judges its body. */
  readonly body: Body;
  /** The body as sent, of any shape. */
  readonly sent: unknown;
  /** Problems outside the body; empty unless the operation judges its body. */
  readonly issues: readonly FieldIssue[];
  readonly query: Query;
  readonly headers: Headers;
}

/** A handler's result. `dataJson` replaces `data` when the data is already serialized. */
export interface OperationResult {
  readonly status?: number;
  readonly data?: unknown;
  readonly dataJson?: string;
  /** The whole body, for a client that prefers CSV. */
  readonly csv?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ResponseSpec {
  readonly description: string;
  readonly russian: string;
  readonly data: z.ZodType;
  readonly example: unknown;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly russian: string }>>;
}

export interface OperationDefinition<Body = unknown, Query = unknown, Headers = unknown> {
  readonly operationId: string;
  /** The action of its audit record. */
  readonly audit?: AuditAction;
  /** Whether repeating a request has the effect of sending it once. */
  readonly isRepeatable: boolean;
  /** Whether it removes or replaces something that cannot be restored. */
  readonly isDestructive?: boolean;
  readonly summary: string;
  readonly description: string;
  readonly russian: { readonly summary: string; readonly description: string };
  readonly body?: z.ZodType<Body>;
  readonly isBodyOptional?: boolean;
  /** By default the limit of all bodies (spec, LIM-13). */
  readonly maxBodyBytes?: number;
  /** By default the limit of all bodies (spec, REQ-9). */
  readonly maxBodyValues?: number;
  /**
   * Problems of a body of any shape beyond its schema. The handler finds them as well, in a valid body; this lists them
   * with the other problems of a refused one.
   */
  readonly findIssues?: (body: unknown, request: RefusedRequest) => Promise<FieldIssue[]> | FieldIssue[];
  /** Whether the handler parses the body itself, because an invalid one may repeat an earlier request (spec, CRE-2). */
  readonly isBodyJudged?: boolean;
  readonly query?: z.ZodObject & z.ZodType<Query>;
  readonly testHeaders?: z.ZodObject & z.ZodType<Headers>;
  readonly isTestOnly?: boolean;
  /** Whether the operation runs even while the account has all its slots in use. */
  readonly isExemptFromQueue?: boolean;
  /** Describes its CSV, which clients request with `Accept: text/csv`. */
  readonly csv?: string;
  readonly examples?: { readonly body?: unknown };
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  readonly errors: readonly ErrorCode[];
  readonly handle: (call: OperationInput<Body, Query, Headers>) => Promise<OperationResult>;
}

export interface Operation extends OperationDefinition {
  readonly method: Method;
  readonly path: string;
  readonly prefixes: readonly Prefix[];
}
