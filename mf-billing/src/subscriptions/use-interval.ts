import type { PlanInterval } from 'shared-api/contracts';
import { useRemote, useRemoteLocation } from 'shared-ui/remote';

/** Monthly by default (specification: billing, 9). */
export function intervalFromSearch(search: string): PlanInterval {
  return new URLSearchParams(search).get('interval') === 'year' ? 'year' : 'month';
}

/** The search part of an address with the interval in it; other parameters stay. */
export function searchWithInterval(search: string, interval: PlanInterval): string {
  const query = new URLSearchParams(search);
  if (interval === 'month') query.delete('interval');
  else query.set('interval', interval);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Which plans are shown. It is in the address: `?interval=year`. */
export function useInterval(): [PlanInterval, (interval: PlanInterval) => void] {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  return [
    intervalFromSearch(search),
    (interval) => navigate(`${pathname}${searchWithInterval(search, interval)}`, { replace: true }),
  ];
}
