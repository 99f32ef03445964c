/**
 * True for text that the database can store and one line of a screen can show: no control characters, no lone
 * surrogates.
 */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}
