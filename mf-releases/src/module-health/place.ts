/** Where one is on the page, as the address says it: the range and the module that lists are narrowed to. Pure. */

export const ranges = [1, 7, 30] as const;
/** Days back, today included; days are UTC. */
export type Days = (typeof ranges)[number];

export interface Place {
  days: Days;
  /** Name of a module, or empty for all of them. */
  module: string;
}

export const start: Place = { days: 7, module: '' };

/** What is not in the address is the default; what is nonsense there is too. */
export function placeFrom(search: string): Place {
  const params = new URLSearchParams(search);
  return {
    days: ranges.find((days) => String(days) === params.get('days')) ?? start.days,
    module: params.get('module') ?? start.module,
  };
}

/** The search of an address, empty at the start. */
export function searchOf({ days, module }: Place): string {
  const params = new URLSearchParams();
  if (days !== start.days) params.set('days', String(days));
  if (module !== start.module) params.set('module', module);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
