import { useState } from 'react';

const HIDDEN_KEY = 'console.quick-links-hidden';

function readHidden(): boolean {
  try {
    return localStorage.getItem(HIDDEN_KEY) === 'true';
  } catch {
    return false;
  }
}

/** Whether the person has hidden the Quick Links in this browser. */
export function useHiddenLinks(): [isHidden: boolean, hide: (isHidden: boolean) => void] {
  const [isHidden, setHidden] = useState(readHidden);
  const hide = (is: boolean): void => {
    setHidden(is);
    try {
      localStorage.setItem(HIDDEN_KEY, String(is));
    } catch {
      // Without storage, they reappear after a reload.
    }
  };
  return [isHidden, hide];
}
