// @ts-check
/** One line of the table: what was measured against what it may be at most, or must be at least. */

/** @typedef {{what: string, measured: string, budget: string, holds: boolean}} Row */

/**
 * @param {string} what
 * @param {number} value
 * @param {number} most
 * @param {string} unit
 * @returns {Row}
 */
export const atMost = (what, value, most, unit) => ({
  what,
  measured: `${value.toFixed(unit === 'requests' ? 0 : 1)} ${unit}`,
  budget: `≤ ${most} ${unit}`,
  holds: value <= most,
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
});
