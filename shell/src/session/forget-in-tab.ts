/**
 * Removes this tab's stored data of a person who signs out, after the page is left. Pages store their edits when left,
 * even if the person chose to discard them. Data of other people stays.
 */
export function forgetInTab(userId: string): void {
  // Listeners run in the order they were added, so pages have stored everything by now.
  window.addEventListener('pagehide', () => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.split(' ').includes(userId)) sessionStorage.removeItem(key);
    }
  });
}
