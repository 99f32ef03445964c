/** jsdom has no layout. No media query matches, or those for narrow windows. */
export function setPhone(isPhone: boolean): void {
  window.matchMedia = ((query: string) => ({
    matches: isPhone && query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
}
