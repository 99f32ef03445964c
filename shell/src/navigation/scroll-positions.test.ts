import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { installHistory } from './history';
import { restoreScrollPositions } from './scroll-positions';

const STORED = 'console-scroll';

/** The maximum scroll position in pixels. */
let scrollable: number;
const observers = new Set<() => void>();

function scrollTo(top: number): void {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: Math.min(top, scrollable) });
}

/** Changes the height of the page. The browser limits the scroll position to it. */
function setScrollable(height: number): void {
  scrollable = height;
  scrollTo(window.scrollY);
  for (const notify of [...observers]) notify();
}

const arrivalOf = (type: 'navigate' | 'reload'): void => {
  window.performance.getEntriesByType = (() => [{ type }]) as unknown as Performance['getEntriesByType'];
};

window.scrollTo = ((_: number, top: number) => scrollTo(top)) as typeof window.scrollTo;
window.ResizeObserver = class {
  constructor(private readonly notify: () => void) {}
  observe(): void {
    observers.add(this.notify);
  }
  unobserve(): void {
    observers.delete(this.notify);
  }
  disconnect(): void {
    observers.delete(this.notify);
  }
} as unknown as typeof ResizeObserver;

/** Draws the area of a list, as the kit does. In jsdom every element scrolls as far as it is asked to. */
function drawArea(name: string): Element {
  const area = document.createElement('div');
  area.setAttribute('data-scroll-area', name);
  document.body.replaceChildren(area);
  return area;
}

const popped = (): Promise<void> =>
  new Promise((resolve) => window.addEventListener('popstate', () => resolve(), { once: true }));

async function goBack(): Promise<void> {
  const arrived = popped();
  history.back();
  await arrived;
}

describe('restoreScrollPositions', () => {
  // One history per window, as in the console.
  const consoleHistory = installHistory(window);
  arrivalOf('navigate');
  restoreScrollPositions(window, consoleHistory);

  beforeEach(async () => {
    setScrollable(5_000);
    document.body.replaceChildren();
    await consoleHistory.navigate(`/start-${Math.floor(performance.now() * 1_000)}`);
    scrollTo(0);
  });

  it('starts a new page at the top', async () => {
    scrollTo(1_200);
    await consoleHistory.navigate('/practices/7');
    expect(window.scrollY).toBe(0);
  });

  it('leaves the page where it is when only its filters change', async () => {
    scrollTo(1_200);
    await consoleHistory.navigate(`${location.pathname}?search=oak`);
    expect(window.scrollY).toBe(1_200);
  });

  it('returns to the former position on Back, once the page is tall enough', async () => {
    scrollTo(1_200);
    await consoleHistory.navigate('/practices/7');
    setScrollable(300);
    await goBack();
    expect(window.scrollY).toBe(300);
    setScrollable(0);
    setScrollable(5_000);
    expect(window.scrollY).toBe(1_200);
  });

  it('returns to the position in an area that is drawn after Back', async () => {
    drawArea('Practices').scrollTop = 900;
    await consoleHistory.navigate('/practices/7');
    document.body.replaceChildren();
    await goBack();
    const [practices, numbers] = [drawArea('Practices'), document.createElement('div')];
    numbers.setAttribute('data-scroll-area', 'Numbers');
    practices.after(numbers);
    await waitFor(() => expect(practices.scrollTop).toBe(900));
    expect(numbers.scrollTop).toBe(0);
  });

  it('leaves an area to the person who scrolls it', async () => {
    drawArea('Practices').scrollTop = 900;
    await consoleHistory.navigate('/practices/7');
    await goBack();
    window.dispatchEvent(new Event('wheel'));
    const area = drawArea('Practices');
    await consoleHistory.navigate(`${location.pathname}?search=oak`);
    expect(area.scrollTop).toBe(0);
  });

  it('returns to the position in an area after a reload', async () => {
    drawArea('Practices').scrollTop = 640;
    window.dispatchEvent(new Event('pagehide'));
    document.body.replaceChildren();
    arrivalOf('reload');
    restoreScrollPositions(window, { ...consoleHistory, listen: jest.fn(() => () => undefined) });
    const area = drawArea('Practices');
    await waitFor(() => expect(area.scrollTop).toBe(640));
  });

  it('stops restoring when the person scrolls', async () => {
    scrollTo(1_200);
    await consoleHistory.navigate('/practices/7');
    setScrollable(300);
    await goBack();
    window.dispatchEvent(new Event('wheel'));
    setScrollable(5_000);
    expect(window.scrollY).toBe(300);
    expect(observers.size).toBe(0);
  });

  it('stays in place when a link leads to a fragment of the page', async () => {
    scrollTo(1_200);
    const arrived = popped();
    location.hash = '#summary';
    await arrived;
    expect(window.scrollY).toBe(1_200);
  });

  it('returns to the position after a reload', () => {
    scrollTo(700);
    window.dispatchEvent(new Event('pagehide'));
    scrollTo(0);
    arrivalOf('reload');
    restoreScrollPositions(window, consoleHistory);
    expect(window.scrollY).toBe(700);
  });

  it('ignores positions of an earlier visit in the same tab', () => {
    sessionStorage.setItem(STORED, JSON.stringify([[consoleHistory.entry(), { top: 700, areas: {} }]]));
    arrivalOf('navigate');
    restoreScrollPositions(window, { ...consoleHistory, listen: jest.fn(() => () => undefined) });
    expect(window.scrollY).toBe(0);
  });

  it('starts at the top when stored positions cannot be read', () => {
    sessionStorage.setItem(STORED, 'not JSON');
    arrivalOf('reload');
    restoreScrollPositions(window, { ...consoleHistory, listen: jest.fn(() => () => undefined) });
    expect(window.scrollY).toBe(0);
  });
});
