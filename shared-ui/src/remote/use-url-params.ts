import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { UrlParams } from './url-params';
import { useRemote, useRemoteLocation } from './use-remote';

export type ChangeUrlParams<Values> = (
  change: Partial<Values>,
  options?: {
    /** Changes the entry of the history instead of adding one: for text that is being typed. */
    replace?: boolean;
  },
) => void;

/**
 * The parameters of the page and the way to change them. Each change is a step of the history, so Back returns to the
 * former filter or page. A change of anything else starts at the first page.
 */
export function useUrlParams<Values extends object>(params: UrlParams<Values>): [Values, ChangeUrlParams<Values>] {
  const { navigate, location } = useRemote();
  const { search } = useRemoteLocation();
  const values = useMemo(() => params.parse(search), [params, search]);
  const change = useCallback<ChangeUrlParams<Values>>(
    (changed, { replace = false } = {}) => {
      const { pathname, search: current } = location();
      const before = params.parse(current);
      const wanted = params.write(current, { ...before, ...('page' in changed ? {} : params.firstPage), ...changed });
      if (wanted !== params.write(current, before)) navigate(`${pathname}${wanted}`, replace ? { replace } : {});
    },
    [params, navigate, location],
  );
  return [values, change];
}

/**
 * Parameters that a person is typing: the values follow each key at once, the address right after, without a step of the
 * history.
 */
export function useTypedUrlParams<Values extends object>(
  params: UrlParams<Values>,
): [Values, (values: Values) => void] {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const [typed, setTyped] = useState(() => params.parse(search));
  /** Addresses that were asked for and have not arrived; the last one is what the page shows. */
  const pendingSearches = useRef<string[]>([]);

  // An address that changes otherwise, by a link or by Back, is the new truth. An own one may arrive when the field is
  // two keys further already.
  const adopt = useEffectEvent(() => {
    const at = pendingSearches.current.lastIndexOf(search);
    pendingSearches.current = at === -1 ? [] : pendingSearches.current.slice(at + 1);
    if (at === -1 && params.write(search, typed) !== search) setTyped(params.parse(search));
  });
  useEffect(() => adopt(), [search]);

  return [
    typed,
    (next) => {
      const wanted = params.write(search, next);
      setTyped(next);
      if (wanted !== (pendingSearches.current.at(-1) ?? search)) pendingSearches.current.push(wanted);
      navigate(`${pathname}${wanted}`, { replace: true });
    },
  ];
}
