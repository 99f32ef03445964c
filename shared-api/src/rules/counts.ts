/** Created once, because creating a formatter takes 100 times as long as using it and grids format a count per cell. */
const numberFormat = new Intl.NumberFormat('en-US');

/** Formats `1234` as `1,234`. */
export function countText(count: number): string {
  return numberFormat.format(count);
}

/** A count with its noun: `1 change`, `1,234 changes`, `2 people` for `plural(2, 'person', 'people')`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
