import { SearchInput } from 'shared-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messages } from './messages';

/** Pause in typing before the search starts, in milliseconds (specification: internal administration, 9). */
export const SEARCH_DEBOUNCE_MS = 300;

export interface SearchBoxProps {
  /** The search text in the URL. */
  value: string;
  onSearch: (text: string) => void;
}

/** Holds the typed text in its own state, so that typing rerenders no row of the table. */
export function SearchBox({ value, onSearch }: SearchBoxProps): ReactNode {
  const [typed, setTyped] = useState({ text: value, address: value });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Any other URL change, by a link or Back, replaces the typed text.
  const text = typed.address === value || typed.text.trim() === value ? typed.text : value;
  return (
    <SearchInput
      label={messages.search}
      shortcut="/"
      width="100%"
      value={text}
      onChange={(next) => {
        setTyped({ text: next, address: value });
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(next.trim()), SEARCH_DEBOUNCE_MS);
      }}
    />
  );
}
