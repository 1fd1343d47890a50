<?php

declare(strict_types=1);

namespace Dropline;

/** @internal */
abstract class Transport
{
    private const TRANSIENT_STATUSES = [429, 502, 503, 504];
    private const MAX_EXCERPT_LENGTH = 200;
    /** Fields of request bodies whose arrays are lists. Every other array is an object, also an empty one. */
    private const LIST_FIELDS = ['dropoffs', 'events', 'orders'];

    private ?\CurlHandle $curl = null;

    /**
     * @param string $key `dl_live_…` or `dl_test_…`
     * @param string $baseUrl the service's URL, such as `https://dropline.example`
     * @param int $retries maximum number of retries of a call
     * @param float $timeoutSeconds for each attempt
     * @param float $deadlineSeconds for a call with all its attempts and waits
     * @param float $retryDelaySeconds mean wait before the first retry; it doubles with each, and Retry-After is added
     * @param (\Closure(): bool)|null $cancelled asked during each call; true ends it with a CancelledException
     */
    final public function __construct(
        #[\SensitiveParameter]
        private readonly string $key,
        private readonly string $baseUrl,
        private readonly int $retries = 2,
        private readonly float $timeoutSeconds = 10,
        private readonly float $deadlineSeconds = 60,
        private readonly float $retryDelaySeconds = 0.5,
        private readonly ?\Closure $cancelled = null,
    ) {
    }

    /** A client with another deadline or cancellation. */
    public function with(?float $deadlineSeconds = null, ?\Closure $cancelled = null): static
    {
        return new static(
            $this->key,
            $this->baseUrl,
            $this->retries,
            $this->timeoutSeconds,
            $deadlineSeconds ?? $this->deadlineSeconds,
            $this->retryDelaySeconds,
            $cancelled ?? $this->cancelled,
        );
    }

    /**
     * @param array<string, string|int|float|list<string>|null> $query
     * @param array<string, string|int|float|null> $headers
     * @param array<string, mixed>|null $body
     * @return array<string, mixed>
     */
    protected function call(
        string $method,
        string $path,
        array $query = [],
        array $headers = [],
        ?array $body = null,
        bool $isRepeatable = true,
    ): array {
        $pairs = [];
        foreach ($query as $name => $value) {
            foreach ((array) $value as $one) {
                $pairs[] = rawurlencode($name) . '=' . rawurlencode((string) $one);
            }
        }
        $query = implode('&', $pairs);
        $sent = ["Authorization: Bearer {$this->key}"];
        foreach ($headers as $name => $value) {
            if ($value !== null) {
                $sent[] = "$name: $value";
            }
        }
        $options = [
            CURLOPT_URL => rtrim($this->baseUrl, '/') . $path . ($query === '' ? '' : "?$query"),
            CURLOPT_CUSTOMREQUEST => $method,
        ];
        if ($body !== null) {
            $sent[] = 'Content-Type: application/json';
            $options[CURLOPT_POSTFIELDS] = json_encode(self::toJsonValue($body), JSON_THROW_ON_ERROR);
        } elseif ($method !== 'GET') {
            $sent[] = 'Content-Length: 0';
        }
        $options[CURLOPT_HTTPHEADER] = $sent;
        $endsAt = microtime(true) + $this->deadlineSeconds;
        for ($attempt = 0; ; $attempt++) {
            $this->requireNotCancelled();
            $result = $this->attempt($options, $endsAt - microtime(true));
            if (isset($result['data'])) {
                return $result['data'];
            }
            ['error' => $error, 'isTransient' => $isTransient, 'retryAfter' => $retryAfter] = $result;
            $wait = $retryAfter + $this->retryDelaySeconds * 2 ** $attempt * random_int(500, 1500) / 1000;
            $isLast = $attempt >= $this->retries || microtime(true) + $wait >= $endsAt;
            if ($isLast || !$isTransient || !$isRepeatable) {
                throw $error;
            }
            $this->wait($wait);
        }
    }

    /** PHP's arrays do not tell `{}` from `[]`, nor `{"0": …}` from a list. */
    private static function toJsonValue(mixed $value, bool $isList = false): mixed
    {
        if (!is_array($value)) {
            return $value;
        }
        $converted = [];
        foreach ($value as $name => $inner) {
            $converted[$name] = self::toJsonValue($inner, in_array($name, self::LIST_FIELDS, true));
        }
        return $isList ? $converted : (object) $converted;
    }

    /**
     * @param array<int, mixed> $options
     * @return array{data: array<string, mixed>}|array{error: DroplineError, isTransient: bool, retryAfter: float}
     */
    private function attempt(array $options, float $leftSeconds): array
    {
        $this->curl ??= curl_init();
        // Keeps the connection.
        curl_reset($this->curl);
        $headers = [];
        curl_setopt_array($this->curl, $options + [
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => (int) ceil(max(0.001, min($this->timeoutSeconds, $leftSeconds)) * 1000),
            CURLOPT_NOPROGRESS => $this->cancelled === null,
            CURLOPT_PROGRESSFUNCTION => fn () => $this->cancelled !== null && ($this->cancelled)() ? 1 : 0,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$headers): int {
                [$name, $value] = [...explode(':', $line, 2), ''];
                $headers[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ]);
        $text = curl_exec($this->curl);
        if ($text === false) {
            $this->requireNotCancelled();
            $error = new DroplineError('No complete response: ' . curl_error($this->curl), 0, 'client.no_response');
            return ['error' => $error, 'isTransient' => true, 'retryAfter' => 0.0];
        }
        return self::readResponse(curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $headers, $text);
    }

    /**
     * @param array<string, string> $headers
     * @return array{data: array<string, mixed>}|array{error: DroplineError, isTransient: bool, retryAfter: float}
     */
    private static function readResponse(int $status, array $headers, string $text): array
    {
        $answer = json_decode($text, true);
        $success = is_array($answer) ? $answer['success'] ?? null : null;
        if (intdiv($status, 100) === 2 && $success === true && is_array($answer['data'] ?? null)) {
            return ['data' => $answer['data']];
        }
        $requestId = $headers['x-request-id'] ?? '';
        if ($success === false && is_string($answer['error']['id'] ?? null)) {
            ['id' => $id, 'message' => $message, 'details' => $details] = $answer['error'];
            $issues = json_decode((string) $details, true);
            $error = new DroplineError($message, $status, $id, is_array($issues) ? $issues : [], $requestId);
        } else {
            $pattern = '/^.{0,' . self::MAX_EXCERPT_LENGTH . '}/us';
            $excerpt = preg_match($pattern, $text, $found) === 1
                ? $found[0]
                : substr($text, 0, self::MAX_EXCERPT_LENGTH);
            $message = "Status $status with a body that is not the API's: " . ($excerpt === '' ? '(empty)' : $excerpt);
            $error = new DroplineError($message, $status, 'client.unreadable_response', [], $requestId, $excerpt);
        }
        $isTransient = in_array($status, self::TRANSIENT_STATUSES, true)
            || ($status === 409 && isset($headers['retry-after']));
        return [
            'error' => $error,
            'isTransient' => $isTransient,
            'retryAfter' => self::readRetryAfter($headers['retry-after'] ?? ''),
        ];
    }

    /** Retry-After is seconds or an HTTP date. */
    private static function readRetryAfter(string $text): float
    {
        if (ctype_digit($text)) {
            return (float) $text;
        }
        $at = strtotime($text);
        return $at === false ? 0.0 : max(0.0, $at - microtime(true));
    }

    private function wait(float $seconds): void
    {
        $endsAt = microtime(true) + $seconds;
        while (($left = $endsAt - microtime(true)) > 0) {
            $this->requireNotCancelled();
            usleep((int) ceil(($this->cancelled === null ? $left : min($left, 0.05)) * 1e6));
        }
    }

    private function requireNotCancelled(): void
    {
        if ($this->cancelled !== null && ($this->cancelled)()) {
            throw new CancelledException('The call was cancelled');
        }
    }
}
