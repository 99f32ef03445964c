/** `08/2027`. */
export function expiryText(month: number, year: number): string {
  return `${String(month).padStart(2, '0')}/${year}`;
}

/** As printed on the card: `08/27`. */
export function shortExpiryText(month: number, year: number): string {
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
}
