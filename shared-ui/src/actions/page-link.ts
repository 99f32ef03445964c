import type { MouseEvent } from 'react';

/**
 * Link props that navigate to another console page without a page load. Clicks with a modifier key or another mouse
 * button are left to the browser, which opens a new tab.
 *
 * @example
 * return <Link {...pageLink('/settings/1/overview', (path) => window.history.pushState(null, '', path))}>Overview</Link>;
 */
export const pageLink = (path: string, navigate: (path: string) => void) => ({
  href: path,
  onClick(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(path);
  },
});
