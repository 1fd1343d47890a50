export interface TryInput {
  readonly in: "path" | "query" | "header" | "body";
  readonly name: string;
  readonly kind: "text" | "number" | "choice" | "place";
  readonly isRequired: boolean;
  readonly options: readonly string[];
  readonly value: string;
}

export interface TryForm {
  readonly inputs: readonly TryInput[];
  readonly body: unknown;
}

export interface ResponseExample {
  readonly status: number;
  readonly body: unknown;
}

export interface CallResult {
  readonly status: number;
  readonly body: string;
  readonly durationMs: number;
  readonly requestId: string;
  readonly line: string | null;
}
