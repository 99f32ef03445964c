import { useSyncExternalStore } from 'react';
import type { Scheme } from './tokens';

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/**
 * The page's color scheme, for frames, which can't inherit the variables. Updates when it changes.
 *
 * @example
 * const scheme = useScheme();
 * return <img src={`/floor-plan-${scheme}.svg`} alt="Floor plan" />;
 */
export function useScheme(): Scheme {
  return useSyncExternalStore(subscribe, () =>
    document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
  );
}
