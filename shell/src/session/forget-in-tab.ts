/**
 * Removes what this tab keeps of a person who signs out, once the page is left. Open pages keep their edits then, as before a
 * reload, also after the person chose to discard them. What the tab keeps of other people stays for them.
 */
export function forgetInTab(userId: string): void {
  // Listeners are called in the order in which they were added, so everything is kept by now.
  window.addEventListener('pagehide', () => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.split(' ').includes(userId)) sessionStorage.removeItem(key);
    }
  });
}
