import type * as z from "zod";
import type { KeyWithOwner } from "@/lib/accounts/key";
import type { Context } from "@/lib/context";
import type { FieldIssue } from "@/lib/domain-error";
import type { FileStore } from "@/lib/files/stored-file";
import type { Geocoder } from "@/lib/geocoding/geocoder";
import type { ErrorCode, Prefix } from "@/lib/http/errors";
import type { StatementIssuer } from "@/lib/statements/statement";

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
  readonly issuer: StatementIssuer;
  readonly externalOrderId: string;
  /** The path's parameter under any name. */
  readonly parameter: string;
  /** Whether the client prefers CSV, for an operation with `csv`. */
  readonly wantsCsv: boolean;
  readonly body: Body;
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
  readonly headers?: Readonly<Record<string, string>>;
}

/** Finds problems of a body beyond its schema; fields may have any type. */
export type BodyRule = (
  body: unknown,
  at: { readonly context: Context; readonly externalOrderId: string },
) => FieldIssue[] | Promise<FieldIssue[]>;

/** The rules of an operation's body beyond its schema. A refusal always lists all broken ones. */
export interface BodyRules {
  readonly always?: readonly BodyRule[];
  /** Rules that the use case enforces itself; checked here only if the schema fails, to list all problems. */
  readonly ifUnread?: readonly BodyRule[];
  /** Rules that the use case enforces itself, since stored data may lift them; listed in every INVALID_PAYLOAD. */
  readonly unlessStored?: readonly BodyRule[];
}

export interface OperationDefinition<Body = unknown, Query = unknown, Headers = unknown> {
  readonly operationId: string;
  /** Whether repeating a request has the effect of sending it once. */
  readonly isRepeatable: boolean;
  readonly summary: string;
  readonly description: string;
  readonly russian: { readonly title: string; readonly description: string };
  readonly body?: z.ZodType<Body>;
  readonly isBodyOptional?: boolean;
  readonly rules?: BodyRules;
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
  /** Finds the result of an earlier request for a payload that would be refused otherwise; null refuses it. */
  readonly findEarlier?: (
    call: Pick<OperationInput<unknown, unknown, unknown>, "context" | "key" | "body">,
  ) => Promise<OperationResult | null>;
}

export interface Operation extends OperationDefinition {
  readonly method: Method;
  readonly path: string;
  readonly prefixes: readonly Prefix[];
}
