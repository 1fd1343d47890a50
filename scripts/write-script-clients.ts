import { argument, type ClientMethod, type ClientModel, camel, pascal, snake } from "./client-model";

const MADE = "Made by scripts/generate-clients.ts from the API's document; change that instead.";

export function pythonClient({ methods }: ClientModel): string {
  const method = (one: ClientMethod): string => {
    const { name, summary, verb, path, hasId, query, headers, body, isBodyOptional, isRepeatable } = one;
    const needed = query.filter(({ isRequired }) => isRequired);
    const optional = [...query.filter(({ isRequired }) => !isRequired), ...headers];
    const parameters = [
      "self",
      ...(hasId ? ["external_order_id"] : []),
      ...(body === null ? [] : [isBodyOptional ? "body=None" : "body"]),
      ...needed.map((parameter) => argument(parameter.name)),
      ...(optional.length === 0 ? [] : ["*"]),
      ...optional.map((parameter) => `${argument(parameter.name)}=None`),
    ];
    const pairs = (all: typeof query) =>
      `{${all.map((parameter) => `"${parameter.name}": ${argument(parameter.name)}`).join(", ")}}`;
    const place = path.replace("{external_order_id}", "{_segment(external_order_id)}");
    const call = [
      `"${verb}"`,
      `${hasId ? "f" : ""}"${place}"`,
      ...(query.length === 0 ? [] : [`query=${pairs(query)}`]),
      ...(headers.length === 0 ? [] : [`headers=${pairs(headers)}`]),
      ...(body === null ? [] : [`body=${isBodyOptional ? "body or {}" : "body"}`]),
      ...(isRepeatable ? [] : ["is_repeatable=False"]),
    ];
    return `    def ${snake(name)}(${parameters.join(", ")}):
        """${summary}."""
        return self._call(${call.join(", ")})`;
  };
  return `# ${MADE}
"""The Dropline API. Retries never create a second order: orders are known by your own identifier."""
import json
import time
import urllib.error
import urllib.parse
import urllib.request


class DroplineError(Exception):
    """A refusal of the API."""

    def __init__(self, status, error, request_id):
        super().__init__(error["message"])
        self.status = status
        self.id = error["id"]
        self.issues = json.loads(error["details"])
        self.request_id = request_id


class Dropline:
    def __init__(self, key, base_url, retries=2, timeout=10):
        self.key, self.base_url, self.retries, self.timeout = key, base_url, retries, timeout

${methods.map(method).join("\n\n")}

    def _call(self, method, path, query=None, headers=None, body=None, is_repeatable=True):
        given = {name: value for name, value in (query or {}).items() if value is not None}
        address = self.base_url + path + ("?" + urllib.parse.urlencode(given) if given else "")
        sent = {name: str(value) for name, value in (headers or {}).items() if value is not None}
        sent["Authorization"] = f"Bearer {self.key}"
        data = None
        if body is not None:
            sent["Content-Type"], data = "application/json", json.dumps(body).encode()
        for tries in range(self.retries + 1):
            may_retry = is_repeatable and tries < self.retries
            wait = 0.5 * 2**tries
            try:
                request = urllib.request.Request(address, data=data, headers=sent, method=method)
                with urllib.request.urlopen(request, timeout=self.timeout) as response:
                    return json.load(response)["data"]
            except urllib.error.HTTPError as refusal:
                if not (may_retry and refusal.code in (429, 503)):
                    error = json.load(refusal)["error"]
                    raise DroplineError(refusal.code, error, refusal.headers.get("X-Request-Id")) from None
                wait = max(wait, float(refusal.headers.get("Retry-After") or 0))
            except OSError:
                if not may_retry:
                    raise
            time.sleep(wait)


def _segment(text):
    return urllib.parse.quote(text, safe="")
`;
}

export function phpClient({ methods }: ClientModel): string {
  const method = (one: ClientMethod): string => {
    const { name, summary, verb, path, hasId, query, headers, body, isBodyOptional, isRepeatable } = one;
    const needed = query.filter(({ isRequired }) => isRequired);
    const optional = [...query.filter(({ isRequired }) => !isRequired), ...headers];
    const parameters = [
      ...(hasId ? ["string $externalOrderId"] : []),
      ...(body !== null && !isBodyOptional ? ["array $body"] : []),
      ...needed.map((parameter) => `string|int|float $${camel(parameter.name)}`),
      ...(body !== null && isBodyOptional ? ["array $body = []"] : []),
      ...optional.map((parameter) => `string|int|float|null $${camel(parameter.name)} = null`),
    ];
    const pairs = (all: typeof query) =>
      `[${all.map((parameter) => `'${parameter.name}' => $${camel(parameter.name)}`).join(", ")}]`;
    const place = hasId
      ? `'${path.replace("{external_order_id}", "' . rawurlencode($externalOrderId) . '")}'`.replace(
          / \. ''$/,
          "",
        )
      : `'${path}'`;
    const call = [
      `'${verb}'`,
      place,
      ...(query.length === 0 ? [] : [`query: ${pairs(query)}`]),
      ...(headers.length === 0 ? [] : [`headers: ${pairs(headers)}`]),
      ...(body === null ? [] : ["body: $body"]),
      ...(isRepeatable ? [] : ["isRepeatable: false"]),
    ];
    return `    /** ${summary}. */
    public function ${name}(${parameters.join(", ")}): array
    {
        return $this->call(${call.join(", ")});
    }`;
  };
  return `<?php
// ${MADE}

/** A refusal of the API. */
class DroplineError extends RuntimeException
{
    public function __construct(
        public readonly int $status,
        public readonly string $id,
        string $message,
        public readonly array $issues,
        public readonly string $requestId,
    ) {
        parent::__construct($message);
    }
}

/** The Dropline API. Retries never create a second order: orders are known by your own identifier. */
class Dropline
{
    public function __construct(
        private string $key,
        private string $baseUrl,
        private int $retries = 2,
        private int $timeoutSeconds = 10,
    ) {
    }

${methods.map(method).join("\n\n")}

    private function call(
        string $method,
        string $path,
        array $query = [],
        array $headers = [],
        ?array $body = null,
        bool $isRepeatable = true,
    ): array {
        $query = http_build_query(array_filter($query, fn ($value) => $value !== null));
        $sent = ["Authorization: Bearer {$this->key}"];
        foreach ($headers as $name => $value) {
            if ($value !== null) $sent[] = "$name: $value";
        }
        if ($body !== null) $sent[] = 'Content-Type: application/json';
        for ($tries = 0; ; $tries++) {
            $mayRetry = $isRepeatable && $tries < $this->retries;
            $answered = [];
            $request = curl_init($this->baseUrl . $path . ($query === '' ? '' : "?$query"));
            curl_setopt_array($request, [
                CURLOPT_CUSTOMREQUEST => $method,
                CURLOPT_HTTPHEADER => $sent,
                CURLOPT_RETURNTRANSFER => true,
                CURLOPT_TIMEOUT => $this->timeoutSeconds,
                CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$answered): int {
                    [$name, $value] = [...explode(':', $line, 2), ''];
                    $answered[strtolower($name)] = trim($value);
                    return strlen($line);
                },
            ]);
            if ($body !== null) curl_setopt($request, CURLOPT_POSTFIELDS, json_encode((object) $body));
            $text = curl_exec($request);
            $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
            if ($text === false && !$mayRetry) throw new RuntimeException(curl_error($request));
            if ($text !== false && !($mayRetry && in_array($status, [429, 503], true))) {
                return $this->read($status, json_decode($text, true), $answered['x-request-id'] ?? '');
            }
            usleep(max((int) ($answered['retry-after'] ?? 0) * 1000, 500 * 2 ** $tries) * 1000);
        }
    }

    private function read(int $status, array $answer, string $requestId): array
    {
        if ($answer['success']) return $answer['data'];
        ['id' => $id, 'message' => $message, 'details' => $details] = $answer['error'];
        throw new DroplineError($status, $id, $message, json_decode($details, true), $requestId);
    }
}
`;
}

export function goClient({ methods }: ClientModel): string {
  const method = (one: ClientMethod): string => {
    const { name, summary, verb, path, hasId, query, headers, body, isRepeatable } = one;
    const options = [...query, ...headers];
    const parameters = [
      "ctx context.Context",
      ...(hasId ? ["externalOrderID string"] : []),
      ...(body === null ? [] : ["body any"]),
      ...(options.length === 0 ? [] : [`options ${pascal(name)}Options`]),
    ];
    const place = hasId
      ? `"${path.replace("{external_order_id}", '" + url.PathEscape(externalOrderID) + "')}"`.replace(
          / \+ ""$/,
          "",
        )
      : `"${path}"`;
    const pairs = (all: typeof query) =>
      `map[string]string{${all.map((parameter) => `"${parameter.name}": options.${pascal(camel(parameter.name))}`).join(", ")}}`;
    const fields = options.map((parameter) => pascal(camel(parameter.name)));
    const widest = Math.max(...fields.map((field) => field.length));
    const struct =
      options.length === 0
        ? ""
        : `// ${pascal(name)}Options are the parameters of ${pascal(name)}; empty ones are left out.
type ${pascal(name)}Options struct {
${fields.map((field) => `\t${field.padEnd(widest)} string`).join("\n")}
}

`;
    return `${struct}// ${pascal(name)}: ${summary}.
func (c *Client) ${pascal(name)}(${parameters.join(", ")}) (json.RawMessage, error) {
	return c.call(ctx, call{method: "${verb}", path: ${place}${query.length === 0 ? "" : `, query: ${pairs(query)}`}${headers.length === 0 ? "" : `, headers: ${pairs(headers)}`}${body === null ? "" : ", body: body"}${isRepeatable ? ", isRepeatable: true" : ""}})
}`;
  };
  return `// ${MADE}

// Package dropline calls the Dropline API. Retries never create a second order: orders are known by your own identifier.
package dropline

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Client calls the API with one key.
type Client struct {
	Key     string
	BaseURL string
	// Retries after a failure that passes by itself: no connection, 429, 503.
	Retries int
	HTTP    *http.Client
}

// New makes a client that tries each call up to three times.
func New(key, baseURL string) *Client {
	return &Client{Key: key, BaseURL: baseURL, Retries: 2, HTTP: &http.Client{Timeout: 10 * time.Second}}
}

// Error is a refusal of the API.
type Error struct {
	Status    int    \`json:"-"\`
	RequestID string \`json:"-"\`
	ID        string \`json:"id"\`
	Message   string \`json:"message"\`
	Details   string \`json:"details"\`
}

func (e *Error) Error() string { return e.Message }

${methods.map(method).join("\n\n")}

type call struct {
	method, path   string
	query, headers map[string]string
	body           any
	isRepeatable   bool
}

func (c *Client) call(ctx context.Context, one call) (json.RawMessage, error) {
	query := url.Values{}
	for name, value := range one.query {
		if value != "" {
			query.Set(name, value)
		}
	}
	address := c.BaseURL + one.path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	var body []byte
	if one.body != nil {
		encoded, err := json.Marshal(one.body)
		if err != nil {
			return nil, err
		}
		body = encoded
	}
	for tries := 0; ; tries++ {
		mayRetry := one.isRepeatable && tries < c.Retries
		wait := 500 * time.Millisecond << tries
		response, err := c.send(ctx, one, address, body)
		if err != nil && (!mayRetry || ctx.Err() != nil) {
			return nil, err
		}
		if err == nil {
			if !mayRetry || (response.StatusCode != 429 && response.StatusCode != 503) {
				return read(response)
			}
			response.Body.Close()
			seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
			if asked := time.Duration(seconds) * time.Second; asked > wait {
				wait = asked
			}
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}

func (c *Client) send(ctx context.Context, one call, address string, body []byte) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, one.method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+c.Key)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range one.headers {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	return c.HTTP.Do(request)
}

func read(response *http.Response) (json.RawMessage, error) {
	defer response.Body.Close()
	var answer struct {
		Success bool            \`json:"success"\`
		Data    json.RawMessage \`json:"data"\`
		Error   *Error          \`json:"error"\`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, err
	}
	if answer.Success {
		return answer.Data, nil
	}
	answer.Error.Status = response.StatusCode
	answer.Error.RequestID = response.Header.Get("X-Request-Id")
	return nil, answer.Error
}
`;
}
