/** The languages that requests are shown in. */
export const LANGUAGES = [
  { id: "curl", label: "curl", highlight: "bash" },
  { id: "typescript", label: "TypeScript", highlight: "typescript" },
  { id: "python", label: "Python", highlight: "python" },
  { id: "php", label: "PHP", highlight: "php" },
  { id: "go", label: "Go", highlight: "go" },
] as const;

export type LanguageId = (typeof LANGUAGES)[number]["id"];

/** A request to show. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

const indent = (text: string, by: string): string => text.split("\n").join(`\n${by}`);

/** A call of the API in one of the languages, complete enough to be pasted and run. */
export function sample(language: LanguageId, request: SampleRequest): string {
  return WRITERS[language](request);
}

const WRITERS: Record<LanguageId, (request: SampleRequest) => string> = {
  curl: ({ method, url, body }) => {
    const lines = [
      `curl ${method === "GET" ? "" : `-X ${method} `}'${url}'`,
      `-H "Authorization: Bearer $DROPLINE_KEY"`,
    ];
    if (body !== undefined) {
      lines.push(
        `-H 'Content-Type: application/json'`,
        `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
      );
    }
    return lines.join(" \\\n  ");
  },

  typescript: ({ method, url, body }) => {
    const headers = [
      "    Authorization: `Bearer $" + "{process.env.DROPLINE_KEY}`,",
      ...(body === undefined ? [] : [`    "Content-Type": "application/json",`]),
    ];
    const json =
      body === undefined ? [] : [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), "  ")}),`];
    return [
      `const response = await fetch("${url}", {`,
      `  method: "${method}",`,
      "  headers: {",
      ...headers,
      "  },",
      ...json,
      "});",
      "const { success, data, error } = await response.json();",
      "if (!success) throw new Error(error.message);",
    ].join("\n");
  },

  python: ({ method, url, body }) => {
    const json = body === undefined ? [] : [`    json=${indent(pythonLiteral(body), "    ")},`];
    return [
      "import os, requests",
      "",
      `response = requests.${method.toLowerCase()}(`,
      `    "${url}",`,
      `    headers={"Authorization": f"Bearer {os.environ['DROPLINE_KEY']}"},`,
      ...json,
      "    timeout=10,",
      ")",
      "answer = response.json()",
      'if not answer["success"]:',
      '    raise RuntimeError(answer["error"]["message"])',
      'data = answer["data"]',
    ].join("\n");
  },

  php: ({ method, url, body }) => {
    const json =
      body === undefined
        ? []
        : [`    CURLOPT_POSTFIELDS => <<<'JSON'\n${JSON.stringify(body, null, 2)}\nJSON,`];
    const type = body === undefined ? "" : `, "Content-Type: application/json"`;
    return [
      "<?php",
      `$request = curl_init("${url}");`,
      "curl_setopt_array($request, [",
      `    CURLOPT_CUSTOMREQUEST => "${method}",`,
      `    CURLOPT_HTTPHEADER => ["Authorization: Bearer " . getenv("DROPLINE_KEY")${type}],`,
      ...json,
      "    CURLOPT_RETURNTRANSFER => true,",
      "]);",
      "$answer = json_decode(curl_exec($request), true);",
      'if (!$answer["success"]) throw new RuntimeException($answer["error"]["message"]);',
    ].join("\n");
  },

  go: ({ method, url, body }) => {
    const reader = body === undefined ? "nil" : "strings.NewReader(body)";
    const json = body === undefined ? [] : [`body := \`${JSON.stringify(body, null, 2)}\``];
    const type = body === undefined ? [] : [`request.Header.Set("Content-Type", "application/json")`];
    return [
      ...json,
      `request, err := http.NewRequest("${method}", "${url}", ${reader})`,
      "if err != nil {",
      "\treturn err",
      "}",
      `request.Header.Set("Authorization", "Bearer "+os.Getenv("DROPLINE_KEY"))`,
      ...type,
      "response, err := http.DefaultClient.Do(request)",
      "if err != nil {",
      "\treturn err",
      "}",
      "defer response.Body.Close()",
      "var answer struct {",
      '\tSuccess bool            `json:"success"`',
      '\tData    json.RawMessage `json:"data"`',
      "}",
      "err = json.NewDecoder(response.Body).Decode(&answer)",
    ].join("\n");
  },
};

/** JSON text in Python's words for its three constants. */
function pythonLiteral(value: unknown): string {
  return JSON.stringify(value, null, 4).replace(
    /(: |^ *)(true|false|null)(,?)$/gm,
    (_, before: string, word: string, comma: string) =>
      `${before}${{ true: "True", false: "False", null: "None" }[word]}${comma}`,
  );
}

/** How a receiver checks a webhook, with what each language brings. All take the body as the bytes that came. */
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
