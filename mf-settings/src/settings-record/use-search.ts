import { textParam, urlParams, useTypedUrlParams } from 'shared-ui/remote';

const searchParams = urlParams<{ search: string }>({ search: textParam('search') });

/** The search text, stored in the URL as `?search=`. */
export function useSearch(): [string, (text: string) => void] {
  const [{ search }, setParams] = useTypedUrlParams(searchParams);
  return [search, (text) => setParams({ search: text })];
}
