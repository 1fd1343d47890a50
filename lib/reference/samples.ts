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
