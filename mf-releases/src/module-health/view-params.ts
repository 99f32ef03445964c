/** The parameters of the page in the address: the range, and the module that the lists are filtered by. Pure. */

export const dayRanges = [1, 7, 30] as const;
/** Days back, today included; days are UTC. */
export type Days = (typeof dayRanges)[number];

export interface ViewParams {
  days: Days;
  /** Name of a module, or empty for all of them. */
  module: string;
}

export const defaultParams: ViewParams = { days: 7, module: '' };

/** A missing or invalid parameter takes its default. */
export function paramsFromSearch(search: string): ViewParams {
  const params = new URLSearchParams(search);
  return {
    days: dayRanges.find((days) => String(days) === params.get('days')) ?? defaultParams.days,
    module: params.get('module') ?? defaultParams.module,
  };
}

/** The search of the address; empty for the defaults. */
export function toSearch({ days, module }: ViewParams): string {
  const params = new URLSearchParams();
  if (days !== defaultParams.days) params.set('days', String(days));
  if (module !== defaultParams.module) params.set('module', module);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
