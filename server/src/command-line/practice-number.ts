import { UsageError } from './usage-error.js';

/** @throws UsageError for text that isn't a practice id */
export function practiceNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`"${text}" isn’t a practice number.`);
  return Number(text);
}
