import type { MouseEvent } from 'react';

/**
 * The properties of a link to another page of the console, which opens without a page load. A click with a key or another button
 * stays the browser's, so that it opens in a new tab.
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
