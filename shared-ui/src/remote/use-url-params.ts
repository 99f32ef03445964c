import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { UrlParams } from './url-params';
import { useRemote, useRemoteLocation } from './use-remote';

export type ChangeUrlParams<Values> = (
  change: Partial<Values>,
  options?: {
    /** Replaces the history entry instead of adding one, for text while typing. */
    replace?: boolean;
  },
) => void;

/**
 * The URL parameters of the page, and a function that changes them. Each change adds a history entry, so Back returns
 * to the previous filter or page. Changing any parameter except the page returns to the first page.
 *
 * @example
 * // Outside the component.
 * const roomParams = urlParams({ search: textParam('search'), page: pageParam('page') });
 *
 * const [{ search, page }, change] = useUrlParams(roomParams);
 * return (
 *   <>
 *     <SearchInput
 *       label="Search rooms"
 *       value={search}
 *       onChange={(text) => change({ search: text, page: 1 }, { replace: true })}
 *     />
 *     <Pager page={page} pageSize={25} count={303} onPage={(next) => change({ page: next })} />
 *   </>
 * );
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
 * URL parameters for typed text. The values change on each keystroke, and the URL follows without a history entry.
 *
 * @example
 * // Outside the component.
 * const roomParams = urlParams({ search: textParam('search'), page: pageParam('page') });
 *
 * const [{ search }, setValues] = useTypedUrlParams(roomParams);
 * return <SearchInput label="Search rooms" value={search} onChange={(text) => setValues({ search: text, page: 1 })} />;
 */
export function useTypedUrlParams<Values extends object>(
  params: UrlParams<Values>,
): [Values, (values: Values) => void] {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const [typed, setTyped] = useState(() => params.parse(search));
  /** Requested query strings that the URL doesn't have yet. The page uses the last one. */
  const pendingSearches = useRef<string[]>([]);

  // Any other URL change, by a link or Back, replaces the typed values. The hook's own change can arrive after more
  // keystrokes.
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
