import { useMemo, useSyncExternalStore } from 'react';

/**
 * Whether a media query matches, such as `(max-width: 899.95px)`. For components that render differently on narrow
 * screens.
 *
 * @example
 * const isPhone = useMedia(phoneQuery);
 * return isPhone ? <MenuButton label="More" items={[]} /> : <Button>Export CSV</Button>;
 */
export function useMedia(query: string): boolean {
  // Memoized: creating a media query list costs more than rendering a small component.
  const { subscribe, holds } = useMemo(() => {
    const list = matchMedia(query);
    return {
      subscribe: (listener: () => void) => {
        list.addEventListener('change', listener);
        return () => list.removeEventListener('change', listener);
      },
      holds: () => list.matches,
    };
  }, [query]);
  return useSyncExternalStore(subscribe, holds);
}
