<?php

declare(strict_types=1);

namespace Dropline;

/** @phpstan-import-type Event from Types */
final class Webhook
{
    private const MAX_AGE_SECONDS = 300;

    /**
     * Returns the event of a request to your webhook URL.
     *
     * @param array<string, string|list<string>> $headers such as `getallheaders()`, or those of a PSR-7 request
     * @param string $body exactly as received, before `json_decode`
     * @param string $secret the endpoint's secret, `whsec_…`
     * @return Event
     * @throws WebhookVerificationException if none of its signatures is by this secret, or it is older than five minutes
     */
    public static function verify(array $headers, string $body, string $secret): array
    {
        $given = [];
        foreach ($headers as $name => $value) {
            $given[strtolower($name)] = is_array($value) ? implode(' ', $value) : $value;
        }
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            if (!isset($given[$name])) {
                throw new WebhookVerificationException("The header $name is missing");
            }
        }
        ['webhook-id' => $id, 'webhook-timestamp' => $timestamp] = $given;
        if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > self::MAX_AGE_SECONDS) {
            throw new WebhookVerificationException('The webhook\'s timestamp is not within five minutes of now');
        }
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false) {
            throw new \InvalidArgumentException('The secret is not base64');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach (explode(' ', $given['webhook-signature']) as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
            }
        }
        throw new WebhookVerificationException('No signature of the webhook is by this secret');
    }

    /**
     * Whether an event is newer than the last one you processed of the same order, whose `sequence` you stored.
     * Webhooks can arrive twice and in any order.
     *
     * @param Event $event
     */
    public static function isNewer(array $event, ?int $lastSequence): bool
    {
        // Positions have the sequence of the order's latest event.
        $sequence = $event['event'] === 'driver.location_updated' ? $event['sequence'] + 1 : $event['sequence'];
        return $sequence > ($lastSequence ?? 0);
    }
}
