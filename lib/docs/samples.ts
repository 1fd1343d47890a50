export const LANGUAGES = [
  { id: "curl", label: "curl", highlight: "bash" },
  { id: "typescript", label: "TypeScript", highlight: "typescript" },
  { id: "python", label: "Python", highlight: "python" },
  { id: "php", label: "PHP", highlight: "php" },
  { id: "go", label: "Go", highlight: "go" },
] as const;

export type LanguageId = (typeof LANGUAGES)[number]["id"];

export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The visible ends of the user's test key; the sample shows them in a comment. */
  readonly keyEnds?: string | null;
}

const indent = (text: string, by: string): string => text.split("\n").join(`\n${by}`);

export function sample(language: LanguageId, request: SampleRequest): string {
  const comment = request.keyEnds == null ? [] : [`DROPLINE_KEY: ${request.keyEnds}`];
  return WRITERS[language](request, comment);
}

const json = (body: unknown): string => JSON.stringify(body, null, 2);

function buildHeaders({ headers = {}, body }: SampleRequest): [name: string, value: string][] {
  const type: [string, string][] = body === undefined ? [] : [["Content-Type", "application/json"]];
  return [...type, ...Object.entries(headers)];
}

const WRITERS: Record<LanguageId, (request: SampleRequest, comment: readonly string[]) => string> = {
  curl: (request, comment) => {
    const { method, url, body } = request;
    const lines = [
      `curl ${method === "GET" ? "" : `-X ${method} `}'${url.replaceAll("'", "%27")}'`,
      `-H "Authorization: Bearer $DROPLINE_KEY"`,
      ...buildHeaders(request).map(([name, value]) => `-H '${name}: ${value}'`),
      ...(body === undefined ? [] : [`-d '${json(body).replaceAll("'", "'\\''")}'`]),
    ];
    return [...comment.map((line) => `# ${line}`), lines.join(" \\\n  ")].join("\n");
  },

  typescript: (request, comment) => {
    const { method, url, body } = request;
    return [
      ...comment.map((line) => `// ${line}`),
      `const response = await fetch(${JSON.stringify(url)}, {`,
      `  method: "${method}",`,
      "  headers: {",
      "    Authorization: `Bearer $" + "{process.env.DROPLINE_KEY}`,",
      ...buildHeaders(request).map(([name, value]) => `    "${name}": ${JSON.stringify(value)},`),
      "  },",
      ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(json(body), "  ")}),`]),
      "});",
      "const { success, data, error } = await response.json();",
      "if (!success) throw new Error(error.message);",
      "console.log(data);",
    ].join("\n");
  },

  python: (request, comment) => {
    const { method, url, body } = request;
    const more = Object.entries(request.headers ?? {});
    return [
      ...comment.map((line) => `# ${line}`),
      "import os, requests",
      "",
      `response = requests.${method.toLowerCase()}(`,
      `    ${JSON.stringify(url)},`,
      "    headers={",
      `        "Authorization": f"Bearer {os.environ['DROPLINE_KEY']}",`,
      ...more.map(([name, value]) => `        "${name}": ${JSON.stringify(value)},`),
      "    },",
      ...(body === undefined ? [] : [`    json=${indent(pythonLiteral(body), "    ")},`]),
      "    timeout=10,",
      ")",
      "answer = response.json()",
      'if not answer["success"]:',
      '    raise RuntimeError(answer["error"]["message"])',
      'print(answer["data"])',
    ].join("\n");
  },

  php: (request, comment) => {
    const { method, url, body } = request;
    return [
      "<?php",
      ...comment.map((line) => `// ${line}`),
      `$request = curl_init(${phpText(url)});`,
      "curl_setopt_array($request, [",
      `    CURLOPT_CUSTOMREQUEST => "${method}",`,
      "    CURLOPT_HTTPHEADER => [",
      `        "Authorization: Bearer " . getenv("DROPLINE_KEY"),`,
      ...buildHeaders(request).map(([name, value]) => `        ${phpText(`${name}: ${value}`)},`),
      "    ],",
      ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => <<<'JSON'\n${json(body)}\nJSON,`]),
      "    CURLOPT_RETURNTRANSFER => true,",
      "]);",
      "$answer = json_decode(curl_exec($request), true);",
      'if (!$answer["success"]) throw new RuntimeException($answer["error"]["message"]);',
      'print_r($answer["data"]);',
    ].join("\n");
  },

  go: (request, comment) => {
    const { method, url, body } = request;
    const imports = [
      "encoding/json",
      "fmt",
      "log",
      "net/http",
      "os",
      ...(body === undefined ? [] : ["strings"]),
    ];
    const reader = body === undefined ? "nil" : "strings.NewReader(body)";
    // A raw string cannot hold a backtick.
    const text = body === undefined ? "" : json(body).replaceAll("`", "\\u0060");
    return [
      ...comment.map((line) => `// ${line}`),
      "package main",
      "",
      "import (",
      ...imports.map((name) => `\t"${name}"`),
      ")",
      "",
      "func main() {",
      ...(body === undefined ? [] : [`\tbody := \`${text}\``]),
      `\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${reader})`,
      "\tif err != nil {",
      "\t\tlog.Fatal(err)",
      "\t}",
      `\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("DROPLINE_KEY"))`,
      ...buildHeaders(request).map(
        ([name, value]) => `\trequest.Header.Set("${name}", ${JSON.stringify(value)})`,
      ),
      "\tresponse, err := http.DefaultClient.Do(request)",
      "\tif err != nil {",
      "\t\tlog.Fatal(err)",
      "\t}",
      "\tdefer response.Body.Close()",
      "\tvar answer struct {",
      "\t\tSuccess bool",
      "\t\tData    json.RawMessage",
      "\t\tError   struct{ Message string }",
      "\t}",
      "\tif err := json.NewDecoder(response.Body).Decode(&answer); err != nil {",
      "\t\tlog.Fatal(err)",
      "\t}",
      "\tif !answer.Success {",
      "\t\tlog.Fatal(answer.Error.Message)",
      "\t}",
      "\tfmt.Println(string(answer.Data))",
      "}",
    ].join("\n");
  },
};

const phpText = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

function pythonLiteral(value: unknown): string {
  return JSON.stringify(value, null, 4).replace(
    /(: |^ *)(true|false|null)(,?)$/gm,
    (_, before: string, word: string, comma: string) =>
      `${before}${{ true: "True", false: "False", null: "None" }[word]}${comma}`,
  );
}

export const VERIFICATION_SAMPLES = [
  {
    id: "node",
    label: "Node",
    highlight: "javascript",
    code: `import { createHmac, timingSafeEqual } from "node:crypto";

// headers: names in lower case; body: the raw text, before JSON.parse
export function isGenuine(headers, body, secret) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const wanted = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((signature) => {
    const given = Buffer.from(signature.replace("v1,", ""), "base64");
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}`,
  },
  {
    id: "python",
    label: "Python",
    highlight: "python",
    code: `import base64, hashlib, hmac, time

# headers: names in lower case; body: the raw bytes, before json.loads
def is_genuine(headers, body, secret):
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(wanted, signature) for signature in given)`,
  },
  {
    id: "php",
    label: "PHP",
    highlight: "php",
    code: `<?php
// $body = file_get_contents('php://input'), before json_decode
function isGenuine(string $id, string $timestamp, string $signatures, string $body, string $secret): bool
{
    if (abs(time() - (int) $timestamp) > 300) return false;
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($wanted, $signature)) return true;
    }
    return false;
}

$isGenuine = isGenuine(
    $_SERVER['HTTP_WEBHOOK_ID'] ?? '',
    $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '',
    $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '',
    file_get_contents('php://input'),
    getenv('DROPLINE_WEBHOOK_SECRET'),
);`,
  },
  {
    id: "go",
    label: "Go",
    highlight: "go",
    code: `// body: the raw bytes, before json.Unmarshal
func isGenuine(header http.Header, body []byte, secret string) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
	wanted := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), []byte(wanted)) {
			return true
		}
	}
	return false
}`,
  },
] as const;
