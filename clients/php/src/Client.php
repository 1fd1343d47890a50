<?php

declare(strict_types=1);

namespace Dropline;

/**
 * The Dropline API. Calls retry network errors and the statuses 429, 502, 503 and 504; that never creates a second
 * order, because orders have your identifier.
 *
 * @phpstan-import-type Account from Types
 * @phpstan-import-type AddressList from Types
 * @phpstan-import-type Batch from Types
 * @phpstan-import-type BatchRequest from Types
 * @phpstan-import-type BatchWithResults from Types
 * @phpstan-import-type CancellationTerms from Types
 * @phpstan-import-type CancelRequest from Types
 * @phpstan-import-type CreatedWebhookEndpoint from Types
 * @phpstan-import-type EventPage from Types
 * @phpstan-import-type NearestAddressAnswer from Types
 * @phpstan-import-type Order from Types
 * @phpstan-import-type OrderFilters from Types
 * @phpstan-import-type OrderList from Types
 * @phpstan-import-type OrderPatch from Types
 * @phpstan-import-type OrderRequest from Types
 * @phpstan-import-type OrderWithHistory from Types
 * @phpstan-import-type Quote from Types
 * @phpstan-import-type QuoteRequest from Types
 * @phpstan-import-type SandboxStep from Types
 * @phpstan-import-type StatementList from Types
 * @phpstan-import-type StatementWithLines from Types
 * @phpstan-import-type Tariff from Types
 * @phpstan-import-type TrackingLink from Types
 * @phpstan-import-type UndeliverableRequest from Types
 * @phpstan-import-type WebhookDeliveryId from Types
 * @phpstan-import-type WebhookDeliveryPage from Types
 * @phpstan-import-type WebhookEndpoint from Types
 * @phpstan-import-type WebhookEndpointBody from Types
 * @phpstan-import-type WebhookEndpointId from Types
 * @phpstan-import-type WebhookEndpointList from Types
 * @phpstan-import-type WebhookEndpointPatch from Types
 * @phpstan-import-type WebhookSecret from Types
 */
final class Client extends Transport
{
    private const MAX_PAGE_SIZE = 100;

    /**
     * With a test key, `$sandboxScenario` is how the order goes, and `$sandboxSpeed` how fast, 1 to 600.
     *
     * @param OrderRequest $body
     * @return Order
     */
    public function createOrder(array $body, ?string $sandboxScenario = null, int|float|null $sandboxSpeed = null): array
    {
        $headers = ['X-Sandbox-Scenario' => $sandboxScenario, 'X-Sandbox-Speed' => $sandboxSpeed];
        return $this->call('POST', '/v1/partner/orders', headers: $headers, body: $body);
    }

    /**
     * One page, newest first. `iterateOrders` reads all pages. Not with both `$offset` and `$cursor`.
     *
     * @param OrderFilters $filters
     * @return OrderList
     */
    public function listOrders(
        ?int $limit = null,
        ?int $offset = null,
        ?string $cursor = null,
        array $filters = [],
    ): array {
        $query = ['limit' => $limit, 'offset' => $offset, 'cursor' => $cursor] + $filters;
        unset($query['metadata']);
        foreach ($filters['metadata'] ?? [] as $key => $value) {
            $query["metadata[$key]"] = $value;
        }
        return $this->call('GET', '/v1/partner/orders', query: $query);
    }

    /**
     * Every order that matches, newest first, each once even if orders are created meanwhile.
     *
     * @param OrderFilters $filters
     * @return \Generator<int, Order, void, void>
     */
    public function iterateOrders(int $limit = self::MAX_PAGE_SIZE, array $filters = []): \Generator
    {
        $cursor = null;
        do {
            $page = $this->listOrders($limit, cursor: $cursor, filters: $filters);
            foreach ($page['orders'] as $order) {
                yield $order;
            }
            $cursor = $page['next_cursor'];
        } while ($cursor !== null);
    }

    /** @return OrderWithHistory */
    public function getOrder(string $externalOrderId): array
    {
        return $this->call('GET', self::order($externalOrderId));
    }

    /**
     * Fields left out return to their defaults.
     *
     * @param OrderRequest $body
     * @return Order
     */
    public function replaceOrder(string $externalOrderId, array $body): array
    {
        return $this->call('PUT', self::order($externalOrderId), body: $body);
    }

    /**
     * Fields left out stay, null clears.
     *
     * @param OrderPatch $body
     * @return Order
     */
    public function patchOrder(string $externalOrderId, array $body): array
    {
        return $this->call('PATCH', self::order($externalOrderId), body: $body);
    }

    /**
     * What a cancellation costs now.
     *
     * @return CancellationTerms
     */
    public function getCancellation(string $externalOrderId): array
    {
        return $this->call('GET', self::order($externalOrderId, '/cancellation'));
    }

    /**
     * @param CancelRequest $body
     * @return Order
     */
    public function cancelOrder(string $externalOrderId, array $body = []): array
    {
        return $this->call('POST', self::order($externalOrderId, '/cancel'), body: $body);
    }

    /**
     * Decides about a dropoff that could not be handed over.
     *
     * @param UndeliverableRequest $body
     * @return Order
     */
    public function answerUndeliverable(string $externalOrderId, array $body): array
    {
        return $this->call('POST', self::order($externalOrderId, '/undeliverable'), body: $body);
    }

    /**
     * Existing links stay.
     *
     * @return TrackingLink
     */
    public function issueTrackingLink(string $externalOrderId): array
    {
        return $this->call('POST', self::order($externalOrderId, '/tracking_link'));
    }

    /**
     * The orders are created in the background, each as by `createOrder`.
     *
     * @param BatchRequest $body
     * @return Batch
     */
    public function createBatch(array $body): array
    {
        return $this->call('POST', '/v1/partner/batches', body: $body);
    }

    /**
     * How far a batch is, with one page of its results.
     *
     * @return BatchWithResults
     */
    public function getBatch(string $batchId, ?int $limit = null, ?int $offset = null): array
    {
        return $this->call('GET', self::batch($batchId), query: ['limit' => $limit, 'offset' => $offset]);
    }

    /**
     * Skips the pending orders.
     *
     * @return Batch
     */
    public function stopBatch(string $batchId): array
    {
        return $this->call('POST', self::batch($batchId, '/stop'));
    }

    /**
     * @param QuoteRequest $body
     * @return Quote
     */
    public function createQuote(array $body): array
    {
        return $this->call('POST', '/v1/partner/quotes', body: $body);
    }

    /** @return Tariff */
    public function getPricing(): array
    {
        return $this->call('GET', '/v1/delivery/pricing');
    }

    /**
     * @param string|null $near `latitude,longitude`
     * @return AddressList
     */
    public function searchAddresses(string $query, ?int $limit = null, ?string $near = null): array
    {
        $values = ['query' => $query, 'limit' => $limit, 'near' => $near];
        return $this->call('GET', '/v1/partner/addresses', query: $values);
    }

    /** @return NearestAddressAnswer */
    public function findNearestAddress(float $latitude, float $longitude): array
    {
        $values = ['latitude' => $latitude, 'longitude' => $longitude];
        return $this->call('GET', '/v1/partner/addresses/reverse', query: $values);
    }

    /** @return StatementList */
    public function listStatements(): array
    {
        return $this->call('GET', '/v1/partner/statements');
    }

    /**
     * One page of the lines.
     *
     * @param string $month such as `2026-11`
     * @return StatementWithLines
     */
    public function getStatement(string $month, ?int $limit = null, ?int $offset = null): array
    {
        $path = '/v1/partner/statements/' . rawurlencode($month);
        return $this->call('GET', $path, query: ['limit' => $limit, 'offset' => $offset]);
    }

    /**
     * The account of the key.
     *
     * @return Account
     */
    public function ping(): array
    {
        return $this->call('GET', '/v1/partner/ping');
    }

    /**
     * One page of the event log. `iterateEventPages` reads all pages.
     *
     * @return EventPage
     */
    public function listEvents(?string $after = null, ?int $limit = null): array
    {
        return $this->call('GET', '/v1/partner/events', query: ['after' => $after, 'limit' => $limit]);
    }

    /**
     * The pages of the event log up to its end. Store `next_cursor` with the results of a page, and continue after it
     * the next time.
     *
     * @return \Generator<int, EventPage, void, void>
     */
    public function iterateEventPages(?string $after = null, int $limit = self::MAX_PAGE_SIZE): \Generator
    {
        $page = $this->listEvents($after, $limit);
        while ($page['events'] !== []) {
            yield $page;
            if (!$page['has_more']) {
                return;
            }
            $page = $this->listEvents($page['next_cursor'], $limit);
        }
    }

    /**
     * Only a new endpoint has its `secret`; an existing one with this URL is returned unchanged.
     *
     * @param WebhookEndpointBody $body
     * @return CreatedWebhookEndpoint|WebhookEndpoint
     */
    public function createWebhookEndpoint(array $body): array
    {
        return $this->call('POST', '/v1/partner/webhook_endpoints', body: $body);
    }

    /**
     * All of them, oldest first.
     *
     * @return WebhookEndpointList
     */
    public function listWebhookEndpoints(): array
    {
        return $this->call('GET', '/v1/partner/webhook_endpoints');
    }

    /** @return WebhookEndpoint */
    public function getWebhookEndpoint(string $endpointId): array
    {
        return $this->call('GET', self::endpoint($endpointId));
    }

    /**
     * Fields left out stay.
     *
     * @param WebhookEndpointPatch $body
     * @return WebhookEndpoint
     */
    public function patchWebhookEndpoint(string $endpointId, array $body): array
    {
        return $this->call('PATCH', self::endpoint($endpointId), body: $body);
    }

    /** @return WebhookEndpointId */
    public function deleteWebhookEndpoint(string $endpointId): array
    {
        return $this->call('DELETE', self::endpoint($endpointId));
    }

    /**
     * For 24 hours both secrets sign. Never retried, since each call replaces the secret again.
     *
     * @return WebhookSecret
     */
    public function rotateWebhookSecret(string $endpointId): array
    {
        return $this->call('POST', self::endpoint($endpointId, '/rotate_secret'), isRepeatable: false);
    }

    /**
     * Sends `webhook.test`. Never retried, since each call sends another.
     *
     * @return WebhookDeliveryId
     */
    public function testWebhookEndpoint(string $endpointId): array
    {
        return $this->call('POST', self::endpoint($endpointId, '/test'), isRepeatable: false);
    }

    /**
     * One page, newest first. Pass `next_cursor` as `$cursor` for the next.
     *
     * @return WebhookDeliveryPage
     */
    public function listWebhookDeliveries(string $endpointId, ?int $limit = null, ?string $cursor = null): array
    {
        $query = ['limit' => $limit, 'cursor' => $cursor];
        return $this->call('GET', self::endpoint($endpointId, '/deliveries'), query: $query);
    }

    /**
     * Never retried, since each call sends the event again.
     *
     * @return WebhookDeliveryId
     */
    public function resendWebhookDelivery(string $endpointId, string $deliveryId): array
    {
        $path = self::endpoint($endpointId, '/deliveries/' . rawurlencode($deliveryId) . '/resend');
        return $this->call('POST', $path, isRepeatable: false);
    }

    /**
     * With a test key: takes the courier's next step. Never retried, since each call takes another step.
     *
     * @param SandboxStep $body
     * @return Order
     */
    public function stepOrder(string $externalOrderId, array $body = []): array
    {
        $path = '/v1/partner/sandbox/orders/' . rawurlencode($externalOrderId) . '/step';
        return $this->call('POST', $path, body: $body, isRepeatable: false);
    }

    private static function batch(string $batchId, string $action = ''): string
    {
        return '/v1/partner/batches/' . rawurlencode($batchId) . $action;
    }

    private static function endpoint(string $endpointId, string $action = ''): string
    {
        return '/v1/partner/webhook_endpoints/' . rawurlencode($endpointId) . $action;
    }

    private static function order(string $externalOrderId, string $action = ''): string
    {
        return '/v1/partner/orders/' . rawurlencode($externalOrderId) . $action;
    }
}
