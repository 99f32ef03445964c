import { type UrlParam, urlParams, useUrlParams } from 'shared-ui/remote';

const providerParam: UrlParam<number | null> = {
  name: 'provider',
  parse: (text) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null),
  format: (id) => (id === null ? null : String(id)),
};

const params = urlParams<{ provider: number | null }>({ provider: providerParam });

/** The provider whose week a phone shows, `?provider=7`, or null for the list. Back returns to the list. */
export function useShownProvider(): [id: number | null, show: (id: number | null) => void] {
  const [{ provider }, change] = useUrlParams(params);
  return [provider, (id) => change({ provider: id })];
}
