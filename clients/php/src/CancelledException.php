<?php

declare(strict_types=1);

namespace Dropline;

/** A call was cancelled by the client's `cancelled`. */
final class CancelledException extends \RuntimeException
{
}
