import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRemote, useRemoteLocation } from 'shared-ui/remote';

/** Which rows the list shows. It is in the address (`?name=kim&differing=1`), so that it can be sent and reloaded. */
export interface ListFilter {
  name: string;
  onlyDiffering: boolean;
}

export const everyRow: ListFilter = { name: '', onlyDiffering: false };

export function filterFromSearch(search: string): ListFilter {
  const query = new URLSearchParams(search);
  return { name: query.get('name') ?? '', onlyDiffering: query.get('differing') === '1' };
}

/** The search part of an address with the filter in it; other parameters stay. */
export function searchWithFilter(search: string, { name, onlyDiffering }: ListFilter): string {
  const query = new URLSearchParams(search);
  if (name === '') query.delete('name');
  else query.set('name', name);
  if (onlyDiffering) query.set('differing', '1');
  else query.delete('differing');
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The filter and the way to change it. The field follows each key at once, the address right after. */
export function useListFilter(): [ListFilter, (filter: ListFilter) => void] {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const [filter, setFilter] = useState(() => filterFromSearch(search));
  /** Addresses that were asked for and have not arrived; the last one is what the field shows. */
  const pendingSearches = useRef<string[]>([]);

  // An address that changes otherwise, by a link or by Back, is the new truth. An own one may arrive when the field is
  // two keys further already.
  const adopt = useEffectEvent(() => {
    const at = pendingSearches.current.lastIndexOf(search);
    pendingSearches.current = at === -1 ? [] : pendingSearches.current.slice(at + 1);
    if (at === -1 && searchWithFilter(search, filter) !== search) setFilter(filterFromSearch(search));
  });
  useEffect(() => adopt(), [search]);

  return [
    filter,
    (next) => {
      const wanted = searchWithFilter(search, next);
      setFilter(next);
      if (wanted !== (pendingSearches.current.at(-1) ?? search)) pendingSearches.current.push(wanted);
      navigate(`${pathname}${wanted}`, { replace: true });
    },
  ];
}
