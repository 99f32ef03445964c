import { useCallback, useMemo } from 'react';
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
      const next = { ...params.parse(current), ...('page' in changed ? {} : params.firstPage), ...changed };
      const wanted = params.write(current, next);
      if (wanted !== current) navigate(`${pathname}${wanted}`, replace ? { replace } : {});
    },
    [params, navigate, location],
  );
  return [values, change];
}
