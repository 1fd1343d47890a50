<?php

// Runs the installed library as testing/client-probe.ts says, and prints the results as JSON.

declare(strict_types=1);

use Dropline\CancelledException;
use Dropline\Client;
use Dropline\DroplineError;
use Dropline\Types;
use Dropline\Webhook;
use Dropline\WebhookVerificationException;

require 'vendor/autoload.php';

set_error_handler(fn ($_, string $message, string $file, int $line) => throw new ErrorException("$message $file:$line"));

$input = json_decode(getenv('PROBE'), true);

function fail(Closure $call): DroplineError
{
    try {
        $call();
    } catch (DroplineError $error) {
        return $error;
    }
    throw new LogicException('The call succeeded');
}

function live(array $input): array
{
    // A busy machine may need longer than the defaults.
    $dropline = new Client($input['key'], $input['url'], timeoutSeconds: 120, deadlineSeconds: 120);
    $order = $dropline->createOrder($input['order'], sandboxScenario: 'no_courier', sandboxSpeed: 60);
    $dropline->createOrder(['external_order_id' => 'second'] + $input['order'], sandboxScenario: 'no_courier');
    // An empty object and one with the keys of a list are written as objects.
    $replaced = $dropline->replaceOrder(
        $order['external_order_id'],
        ['metadata' => $order['metadata']] + $input['order'],
    );
    $numbered = $dropline->patchOrder(
        $order['external_order_id'],
        ['metadata' => ['a', 'b'], 'pickup' => ['address' => []], 'dropoffs' => []],
    );
    if ($replaced['metadata'] !== [] || $numbered['metadata'] !== ['a', 'b']) {
        throw new LogicException('Metadata changed on the way');
    }
    $patched = $dropline->patchOrder('second', ['comment' => null, 'cargo_size' => 'S']);
    $delivered = $dropline->stepOrder('second', ['until' => 'delivered']);
    $history = $dropline->getOrder('second');
    $cancelled = $dropline->cancelOrder($order['external_order_id'], ['reason' => 'other']);
    $ended = $dropline->iterateOrders(limit: 1, filters: ['status' => ['delivered', 'cancelled']]);
    $listed = array_column(iterator_to_array($ended, false), 'external_order_id');
    $events = [];
    foreach ($dropline->iterateEventPages(limit: 2) as $page) {
        array_push($events, ...$page['events']);
    }
    $second = array_filter($events, fn (array $event) => $event['external_order_id'] === 'second');
    $missing = fail(fn () => $dropline->getOrder('there / is none'));
    $north = ['pickup' => ['latitude' => 91, 'longitude' => 0], 'dropoffs' => []];
    $invalid = fail(fn () => $dropline->createQuote($north));
    return [
        $order['status'],
        $patched['price'] === $order['price'],
        $delivered['status'],
        array_column($history['status_changes'], 'status'),
        $cancelled['status'],
        $listed,
        array_column($second, 'event'),
        [$missing->id, $missing->status, $missing->requestId !== ''],
        array_column($invalid->issues, 'field'),
    ];
}

function outcome(array $input, int $place): array
{
    $answer = $input['answers'][$place];
    $startedAt = microtime(true);
    $dropline = new Client(
        'dl_test_1',
        "{$input['badUrl']}/$place",
        timeoutSeconds: ($answer['timeoutMs'] ?? 10_000) / 1000,
        deadlineSeconds: ($answer['deadlineMs'] ?? 60_000) / 1000,
        retryDelaySeconds: 0.01,
    );
    $call = $answer['call'] ?? 'ping';
    if ($call === 'cancelled') {
        $dropline = $dropline->with(cancelled: fn () => microtime(true) > $startedAt + 1);
    }
    $result = ['status' => 200, 'id' => null, 'excerpt' => ''];
    try {
        $call === 'stepOrder' ? $dropline->stepOrder('one') : $dropline->ping();
    } catch (DroplineError $error) {
        $result = ['status' => $error->status, 'id' => $error->id, 'excerpt' => $error->excerpt];
    } catch (CancelledException) {
        $result = ['status' => 0, 'id' => 'cancelled', 'excerpt' => ''];
    }
    return $result + ['ms' => (microtime(true) - $startedAt) * 1000];
}

function callAll(array $input): void
{
    $dropline = new Client('dl_test_1', "{$input['badUrl']}/calls", retryDelaySeconds: 0.001);
    [$id, $order, $point] = ['a/b ?#é', $input['order'], ['latitude' => 1, 'longitude' => 2]];
    $dropline->createOrder($order, sandboxScenario: 'happy', sandboxSpeed: 2);
    $at = '2026-11-21T14:00:00Z';
    $dropline->listOrders(limit: 1, offset: 2, cursor: 'x', filters: [
        'status' => ['new', 'assigned'],
        'created_from' => $at,
        'created_to' => $at,
        'updated_since' => $at,
        'external_order_id_prefix' => 'x',
        'phone' => '12345',
        'metadata' => ['key' => 'x'],
    ]);
    $dropline->getOrder($id);
    $dropline->replaceOrder($id, $order);
    $dropline->patchOrder($id, []);
    $dropline->getCancellation($id);
    $dropline->cancelOrder($id);
    $dropline->answerUndeliverable($id, ['action' => 'leave']);
    $dropline->issueTrackingLink($id);
    $dropline->createBatch(['orders' => [$order]]);
    $dropline->getBatch($id, limit: 1, offset: 2);
    $dropline->stopBatch($id);
    $dropline->createQuote(['pickup' => $point, 'dropoffs' => [$point]]);
    $dropline->getPricing();
    $dropline->searchAddresses('x', limit: 1, near: '1,2');
    $dropline->findNearestAddress(1, 2);
    $dropline->listStatements();
    $dropline->getStatement($id, limit: 1, offset: 2);
    $dropline->ping();
    $dropline->listEvents(after: 'x', limit: 1);
    $dropline->createWebhookEndpoint(['url' => 'x']);
    $dropline->listWebhookEndpoints();
    $dropline->getWebhookEndpoint($id);
    $dropline->patchWebhookEndpoint($id, []);
    $dropline->deleteWebhookEndpoint($id);
    $dropline->listWebhookDeliveries($id, limit: 1, cursor: 'x');
    fail(fn () => $dropline->rotateWebhookSecret($id));
    fail(fn () => $dropline->testWebhookEndpoint($id));
    fail(fn () => $dropline->resendWebhookDelivery($id, $id));
    fail(fn () => $dropline->stepOrder($id));
}

function verify(array $webhook): string
{
    try {
        return Webhook::verify($webhook['headers'], $webhook['body'], $webhook['secret'])['id'];
    } catch (WebhookVerificationException) {
        return 'refused';
    }
}

callAll($input);
echo json_encode([
    'life' => live($input),
    'outcomes' => array_map(fn (int $place) => outcome($input, $place), array_keys($input['answers'])),
    'webhooks' => array_map(verify(...), $input['webhooks']),
    'newer' => array_map(fn (array $one) => Webhook::isNewer($one['event'], $one['last']), $input['events']),
    'models' => (new ReflectionClass(Types::class))->getDocComment(),
], JSON_THROW_ON_ERROR);
