/**
 * A random duration by its first three cumulants: mean (s), variance (s²) and third central moment (s³). Those of
 * independent durations add up.
 */
export interface Duration {
  readonly mean: number;
  readonly variance: number;
  readonly third: number;
}

/** A duration whose logarithm is normal. Both are of the logarithm of the seconds: the median as `exp(location)`. */
export interface LogNormal {
  readonly location: number;
  readonly scale: number;
}

interface ShiftedLogNormal extends LogNormal {
  readonly shift: number;
}

export const NO_DURATION: Duration = { mean: 0, variance: 0, third: 0 };

/** @param seconds known exactly */
export const toDuration = (seconds: number): Duration => ({ mean: seconds, variance: 0, third: 0 });

/** The sum of independent durations. */
export function addDurations(...parts: readonly Duration[]): Duration {
  let [mean, variance, third] = [0, 0, 0];
  for (const part of parts) {
    mean += part.mean;
    variance += part.variance;
    third += part.third;
  }
  return { mean, variance, third };
}

export const scaleDuration = ({ mean, variance, third }: Duration, factor: number): Duration => ({
  mean: mean * factor,
  variance: variance * factor ** 2,
  third: third * factor ** 3,
});

export function fromLogNormal({ location, scale }: LogNormal): Duration {
  const growth = Math.exp(scale ** 2);
  const mean = Math.exp(location + scale ** 2 / 2);
  return {
    mean,
    variance: mean ** 2 * (growth - 1),
    third: mean ** 3 * (growth - 1) ** 2 * (growth + 2),
  };
}

/**
 * Returns the rest of a duration that has lasted `elapsed` seconds and goes on. One that has lasted far longer than expected
 * has a wider spread than was known.
 */
export function remainAfter({ location, scale }: LogNormal, elapsed: number): Duration {
  if (elapsed <= 0) return fromLogNormal({ location, scale });
  const widened = Math.max(scale, MIN_SCALE, (Math.log(elapsed) - location) / MAX_SURPRISE);
  const { first, second, third } = integrateExcess({ location, scale: widened, shift: 0 }, elapsed);
  return toCumulants(first, second, third);
}

/** The later of a random and a certain number of seconds. */
export function atLeast(duration: Duration, seconds: number): Duration {
  if (duration.variance === 0) return toDuration(Math.max(duration.mean, seconds));
  const { mass, first, second, third } = integrateExcess(fitLogNormal(duration), seconds);
  const excess = toCumulants(mass * first, mass * second, mass * third);
  return { ...excess, mean: excess.mean + seconds };
}

/** The probability, from 0 to 1, that a duration is longer than `seconds`. */
export function probabilityBeyond(duration: Duration, seconds: number): number {
  if (duration.variance === 0) return duration.mean > seconds ? 1 : 0;
  return integrateExcess(fitLogNormal(duration), seconds).mass;
}

/** @param normalQuantile that of the standard normal distribution, such as `P95` */
export function toQuantile(duration: Duration, normalQuantile: number): number {
  if (duration.variance === 0) return duration.mean;
  const { location, scale, shift } = fitLogNormal(duration);
  return shift + Math.exp(location + scale * normalQuantile);
}

export const P5 = -1.644854;
export const P50 = 0;
export const P95 = 1.644854;

const MIN_SCALE = 1e-3;
/** In standard deviations of the logarithm. */
const MAX_SURPRISE = 3;

/** The lognormal with these cumulants that begins at `shift`: exact for one part, close for a sum of several. */
function fitLogNormal({ mean, variance, third }: Duration): ShiftedLogNormal {
  // A skewness below this is that of a normal distribution for every purpose here.
  const skewness = Math.max(3 * MIN_SCALE, third / variance ** 1.5);
  const [half, root] = [1 + skewness ** 2 / 2, skewness * Math.sqrt(1 + skewness ** 2 / 4)];
  const growth = Math.cbrt(half + root) + Math.cbrt(half - root) - 1;
  const middle = Math.sqrt(variance / (growth * (growth - 1)));
  return {
    location: Math.log(middle),
    scale: Math.sqrt(Math.log(growth)),
    shift: mean - middle * Math.sqrt(growth),
  };
}

const STEPS = 64;
/** In standard deviations: no mass that matters lies beyond. */
const REACH = 8;

interface Excess {
  /** The probability of an excess, from 0 to 1. */
  readonly mass: number;
  /** Its moments about 0, if there is one. */
  readonly first: number;
  readonly second: number;
  readonly third: number;
}

/** Integrates the excess over `seconds` by Simpson's rule. The density at the limit is factored out, so that it cannot vanish. */
function integrateExcess({ location, scale, shift }: ShiftedLogNormal, seconds: number): Excess {
  const beyond = seconds - shift;
  const limit = beyond <= 0 ? -REACH : Math.max(-REACH, (Math.log(beyond) - location) / scale);
  const end = limit <= 1 ? REACH : limit + Math.min(REACH, 24 / limit);
  const step = (end - limit) / STEPS;
  const reference = limit > 0 ? limit ** 2 / 2 : 0;
  let [sum, first, second, third] = [0, 0, 0, 0];
  for (let index = 0; index <= STEPS; index += 1) {
    const at = limit + index * step;
    const share = index === 0 || index === STEPS ? 1 : index % 2 === 1 ? 4 : 2;
    const weight = share * Math.exp(reference - at ** 2 / 2);
    const excess = Math.exp(location + scale * at) - beyond;
    sum += weight;
    first += weight * excess;
    second += weight * excess ** 2;
    third += weight * excess ** 3;
  }
  const mass = ((sum * step) / 3 / Math.sqrt(2 * Math.PI)) * Math.exp(-reference);
  return { mass: Math.min(1, mass), first: first / sum, second: second / sum, third: third / sum };
}

function toCumulants(first: number, second: number, third: number): Duration {
  return {
    mean: first,
    variance: Math.max(0, second - first ** 2),
    third: third - 3 * first * second + 2 * first ** 3,
  };
}
