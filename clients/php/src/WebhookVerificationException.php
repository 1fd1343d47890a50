<?php

declare(strict_types=1);

namespace Dropline;

/** A webhook is not by Dropline, or older than five minutes. */
final class WebhookVerificationException extends \RuntimeException
{
}
