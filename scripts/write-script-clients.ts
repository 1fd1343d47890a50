import { argument, type ClientMethod, type ClientModel, camel, pascal, snake } from "./client-model";

export function pythonMethods({ methods }: ClientModel): string {
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
  return methods.map(method).join("\n\n");
}

export function phpMethods({ methods }: ClientModel): string {
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
  return methods.map(method).join("\n\n");
}

export function goMethods({ methods }: ClientModel): string {
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
  return `\n${methods.map(method).join("\n\n")}\n`;
}
