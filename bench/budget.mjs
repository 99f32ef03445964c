// @ts-check
/** One row of the table: a measurement and its maximum or minimum. */

/** Number of printed decimals per unit. @type {Readonly<Record<string, number>>} */
const decimals = { requests: 0, times: 2 };

/** Units that are the same on every machine, unlike times and their ratios. */
const exact = new Set(['kB', 'requests']);

/** @typedef {{what: string, measured: string, budget: string, holds: boolean, isExact: boolean}} Row */

/**
 * @param {string} what
 * @param {number} value
 * @param {number} most
 * @param {string} unit
 * @returns {Row}
 */
export const atMost = (what, value, most, unit) => ({
  what,
  measured: `${value.toFixed(decimals[unit] ?? 1)} ${unit}`,
  budget: `≤ ${most} ${unit}`,
  holds: value <= most,
  isExact: exact.has(unit),
});

/**
 * @param {string} what
 * @param {number} value
 * @param {number} least
 * @param {string} unit
 * @returns {Row}
 */
export const atLeast = (what, value, least, unit) => ({
  what,
  measured: `${value.toFixed(2)} ${unit}`,
  budget: `≥ ${least} ${unit}`,
  holds: value >= least,
  isExact: exact.has(unit),
});
