<?php
// Made by scripts/generate-clients.ts from the API's document; change that instead.

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

    /** Create a delivery. */
    public function createOrder(array $body, string|int|float|null $sandboxScenario = null, string|int|float|null $sandboxSpeed = null): array
    {
        return $this->call('POST', '/v1/partner/orders', headers: ['X-Sandbox-Scenario' => $sandboxScenario, 'X-Sandbox-Speed' => $sandboxSpeed], body: $body);
    }

    /** List deliveries. */
    public function listOrders(string|int|float|null $limit = null, string|int|float|null $offset = null): array
    {
        return $this->call('GET', '/v1/partner/orders', query: ['limit' => $limit, 'offset' => $offset]);
    }

    /** Read a delivery. */
    public function getOrder(string $externalOrderId): array
    {
        return $this->call('GET', '/v1/partner/orders/' . rawurlencode($externalOrderId));
    }

    /** Update a delivery. */
    public function replaceOrder(string $externalOrderId, array $body): array
    {
        return $this->call('PUT', '/v1/partner/orders/' . rawurlencode($externalOrderId), body: $body);
    }

    /** Partially update a delivery. */
    public function patchOrder(string $externalOrderId, array $body): array
    {
        return $this->call('PATCH', '/v1/partner/orders/' . rawurlencode($externalOrderId), body: $body);
    }

    /** Get the cost of a cancellation. */
    public function getCancellation(string $externalOrderId): array
    {
        return $this->call('GET', '/v1/partner/orders/' . rawurlencode($externalOrderId) . '/cancellation');
    }

    /** Cancel a delivery. */
    public function cancelOrder(string $externalOrderId, array $body = []): array
    {
        return $this->call('POST', '/v1/partner/orders/' . rawurlencode($externalOrderId) . '/cancel', body: $body);
    }

    /** Decide about an undeliverable dropoff. */
    public function answerUndeliverable(string $externalOrderId, array $body): array
    {
        return $this->call('POST', '/v1/partner/orders/' . rawurlencode($externalOrderId) . '/undeliverable', body: $body);
    }

    /** Issue a tracking link. */
    public function issueTrackingLink(string $externalOrderId): array
    {
        return $this->call('POST', '/v1/partner/orders/' . rawurlencode($externalOrderId) . '/tracking_link');
    }

    /** Price a delivery. */
    public function createQuote(array $body): array
    {
        return $this->call('POST', '/v1/partner/quotes', body: $body);
    }

    /** Read the tariff table. */
    public function getPricing(): array
    {
        return $this->call('GET', '/v1/delivery/pricing');
    }

    /** Find an address. */
    public function searchAddresses(string|int|float $query, string|int|float|null $limit = null, string|int|float|null $near = null): array
    {
        return $this->call('GET', '/v1/partner/addresses', query: ['query' => $query, 'limit' => $limit, 'near' => $near]);
    }

    /** Find the address of a point. */
    public function findNearestAddress(string|int|float $latitude, string|int|float $longitude): array
    {
        return $this->call('GET', '/v1/partner/addresses/reverse', query: ['latitude' => $latitude, 'longitude' => $longitude]);
    }

    /** Verify a key. */
    public function ping(): array
    {
        return $this->call('GET', '/v1/partner/ping');
    }

    /** Read the event journal. */
    public function listEvents(string|int|float|null $after = null, string|int|float|null $limit = null): array
    {
        return $this->call('GET', '/v1/partner/events', query: ['after' => $after, 'limit' => $limit]);
    }

    /** Move a test order by hand. */
    public function stepOrder(string $externalOrderId, array $body = []): array
    {
        return $this->call('POST', '/v1/partner/sandbox/orders/' . rawurlencode($externalOrderId) . '/step', body: $body, isRepeatable: false);
    }

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
