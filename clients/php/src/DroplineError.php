<?php

declare(strict_types=1);

namespace Dropline;

/** A call that did not succeed. */
final class DroplineError extends \RuntimeException
{
    /**
     * @param int $status the HTTP status; 0 if there was no complete response
     * @param string $id the kind of error, such as `order.not_found`; `client.no_response` after a network error or
     *     timeout, and `client.unreadable_response` if something else than the API responded, such as a proxy
     * @param list<array{field: string, message: string}> $issues the invalid fields of a rejected payload
     * @param string $requestId identifies the response; include it in questions to support
     * @param string $excerpt the beginning of an unreadable response
     */
    public function __construct(
        string $message,
        public readonly int $status,
        public readonly string $id,
        public readonly array $issues = [],
        public readonly string $requestId = '',
        public readonly string $excerpt = '',
    ) {
        parent::__construct($message);
    }
}
