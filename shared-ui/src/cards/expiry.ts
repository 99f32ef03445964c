/** `08/2027`. */
export function expiryText(month: number, year: number): string {
  return `${String(month).padStart(2, '0')}/${year}`;
}

/** A card is good to the end of its month. @param today `YYYY-MM-DD` */
export function isExpired(month: number, year: number, today: string): boolean {
  return today.slice(0, 7) > `${year}-${String(month).padStart(2, '0')}`;
}
