import { useRemote, useRemoteLocation } from 'shared-ui/remote';
import { useState } from 'react';

/** What is searched for, kept in the address as `?search=`. */
export function useSearch(): [string, (text: string) => void] {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const inAddress = new URLSearchParams(search).get('search') ?? '';
  const [typed, setTyped] = useState({ text: inAddress, address: inAddress });
  // An address that changes otherwise, by a link or by Back, is the new truth.
  const text = inAddress === typed.address || inAddress === typed.text ? typed.text : inAddress;
  return [
    text,
    (next) => {
      setTyped({ text: next, address: inAddress });
      navigate(next === '' ? pathname : `${pathname}?search=${encodeURIComponent(next)}`, { replace: true });
    },
  ];
}
