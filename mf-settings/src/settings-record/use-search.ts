import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRemote, useRemoteLocation } from 'shared-ui/remote';

const NAME = 'search';

const textIn = (search: string): string => new URLSearchParams(search).get(NAME) ?? '';

/** The search part of an address with the text in it; other parameters stay. */
export function withSearchText(search: string, text: string): string {
  const query = new URLSearchParams(search);
  if (text === '') query.delete(NAME);
  else query.set(NAME, text);
  const all = query.toString();
  return all === '' ? '' : `?${all}`;
}

/** What is searched for, kept in the address (`?search=`). The field follows each key at once, the address right after. */
export function useSearch(): [string, (text: string) => void] {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const [text, setText] = useState(() => textIn(search));
  /** Addresses that were asked for and have not arrived; the last one is what the field shows. */
  const pendingSearches = useRef<string[]>([]);

  // An address that changes otherwise, by a link or by Back, is the new truth.
  const adopt = useEffectEvent(() => {
    const at = pendingSearches.current.lastIndexOf(search);
    pendingSearches.current = at === -1 ? [] : pendingSearches.current.slice(at + 1);
    if (at === -1 && withSearchText(search, text) !== search) setText(textIn(search));
  });
  useEffect(() => adopt(), [search]);

  return [
    text,
    (next) => {
      const wanted = withSearchText(search, next);
      setText(next);
      if (wanted !== (pendingSearches.current.at(-1) ?? search)) pendingSearches.current.push(wanted);
      navigate(`${pathname}${wanted}`, { replace: true });
    },
  ];
}
