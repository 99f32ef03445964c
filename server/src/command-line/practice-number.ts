import { UsageError } from './run.js';

/** @throws UsageError for what is no number of a practice */
export function practiceNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`"${text}" is not the number of a practice.`);
  return Number(text);
}
