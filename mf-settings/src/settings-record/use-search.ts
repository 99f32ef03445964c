import { type SettingsPath, settingsLabels } from 'shared-api/contracts';
import { optionalParam, textParam, urlParams, useTypedUrlParams } from 'shared-ui/remote';
import { useEffect, useEffectEvent } from 'react';

const search = textParam('search');
const searchParams = urlParams<{ search: string }>({ search });
const linkParams = urlParams<{ search: string; field: string | null }>({ search, field: optionalParam('field') });

/** The search text, stored in the URL as `?search=`. */
export function useSearch(): [string, (text: string) => void] {
  const [params, setParams] = useTypedUrlParams(searchParams);
  return [params.search, (text) => setParams({ search: text })];
}

/** Jumps to the setting in `?field=` once per link, then removes the parameter from the URL. */
export function useLinkedField(focusOn: (path: SettingsPath) => void): void {
  const [{ field }, setParams] = useTypedUrlParams(linkParams);
  const onLink = useEffectEvent((name: string) => {
    setParams({ search: '', field: null });
    if (Object.hasOwn(settingsLabels, name)) focusOn(name as SettingsPath);
  });
  useEffect(() => {
    if (field !== null) onLink(field);
  }, [field]);
}
