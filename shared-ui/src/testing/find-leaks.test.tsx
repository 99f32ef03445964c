import { afterEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { type EffectCallback, type ReactNode, useEffect } from 'react';
import { findLeaks } from 'shared-api/testing';
import { remoteLifecycles } from '../remote';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A page with an effect. Whatever it leaks is removed after the test. */
function leaksOf(effect: EffectCallback): Promise<string[]> {
  function Page(): ReactNode {
    useEffect(effect, []);
    return <h1>Hours</h1>;
  }
  const shown = (): Promise<unknown> => screen.findByRole('heading', { name: 'Hours' });
  return findLeaks(remoteLifecycles(Object.assign(Page, { preload: () => Promise.resolve() })), { shown });
}

const onKey = (): void => undefined;

it.each<[string, () => void]>([
  [
    'keydown listener of window',
    () => {
      const listener = (): void => undefined;
      window.addEventListener('keydown', listener);
      stops.push(() => window.removeEventListener('keydown', listener));
    },
  ],
  [
    'click listener of document',
    () => {
      const listener = (): void => undefined;
      document.addEventListener('click', listener, { capture: true });
      stops.push(() => document.removeEventListener('click', listener, true));
    },
  ],
  [
    'interval of 60000 ms',
    () => {
      const timer = setInterval(() => undefined, 60_000);
      stops.push(() => clearInterval(timer));
    },
  ],
  [
    'attribute style="cursor: wait;" of body',
    () => {
      document.body.style.cursor = 'wait';
      stops.push(() => document.body.removeAttribute('style'));
    },
  ],
  [
    '<div class="menu"> in body',
    () => {
      const menu = document.createElement('div');
      menu.className = 'menu';
      document.body.append(menu);
      stops.push(() => menu.remove());
    },
  ],
])('finds a %s that each mount leaves', async (leak, effect) => {
  expect(await leaksOf(effect)).toEqual([leak]);
});

it('finds nothing in a page that cleans up or sets up once for all mounts', async () => {
  const found = await leaksOf(() => {
    window.addEventListener('keydown', onKey);
    const timer = setInterval(() => undefined, 1000);
    const listener = (): void => undefined;
    document.addEventListener('click', listener, true);
    return () => {
      clearInterval(timer);
      document.removeEventListener('click', listener, { capture: true });
    };
  });
  window.removeEventListener('keydown', onKey);
  expect(found).toEqual([]);
});

it('restores the page’s own methods', async () => {
  const { setInterval: timer } = globalThis;
  await leaksOf(() => undefined);
  expect([globalThis.setInterval, Object.hasOwn(document, 'addEventListener')]).toEqual([timer, false]);
});
