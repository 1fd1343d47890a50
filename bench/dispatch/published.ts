/**
 * Published figures for the instances of the Meal Delivery Routing Problem (github.com/grubhub/mdrplib). By group and
 * in the mean: Reyes, Erera, Savelsbergh, Sahasrabudhe, O'Neil, "The Meal Delivery Routing Problem" (2018), rolling
 * horizon with bundles; groups are means over all variants of their policy. Of single instances: Yildiz, Savelsbergh,
 * "Provably High-Quality Solutions for the Meal Delivery Routing Problem" (2018), which also has the optimum with
 * perfect information.
 */
export interface PublishedFigures {
  readonly undeliveredPercent: number;
  readonly clickToDoor: number;
  readonly readyToPickup: number;
}

const toFigures = (
  undeliveredPercent: number,
  clickToDoor: number,
  readyToPickup: number,
): PublishedFigures => ({ undeliveredPercent, clickToDoor, readyToPickup });

export const PUBLISHED_MEAN = { ...toFigures(0.25, 32.74, 1.93), clickToDoor90: 49.3, costPerOrder: 11.42 };

export const PUBLISHED_GROUPS: Readonly<Record<string, PublishedFigures>> = {
  o100: toFigures(0.2, 32.55, 1.68),
  o50: toFigures(0.38, 33.29, 2.61),
  r50: toFigures(0.28, 33.27, 2.36),
  s1: toFigures(0.42, 33.7, 2.79),
  s2: toFigures(0.16, 32.38, 1.64),
  t100: toFigures(0.36, 34.79, 2.95),
  t75: toFigures(0.22, 31.29, 1.48),
  p100: toFigures(0.2, 31.1, 2.21),
  p125: toFigures(0.38, 34.98, 2.22),
};

/** Mean over the 16 instances with published values of each. */
export const PUBLISHED_SINGLE = { clickToDoor: 31.88, readyToPickup: 1.4 };
export const PERFECT_INFORMATION = { clickToDoor: 30.67, readyToPickup: 0.66 };

/** Minutes lost if readiness is only estimated. */
export const PUBLISHED_ESTIMATES = { clickToDoor: 1.29, readyToPickup: 0.97 };
