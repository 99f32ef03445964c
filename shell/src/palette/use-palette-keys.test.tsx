import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderKit } from 'shared-ui/testing';
import { usePaletteKeys } from './use-palette-keys';

function Keys(props: Parameters<typeof usePaletteKeys>[0]) {
  usePaletteKeys(props);
  return <input aria-label="Name" />;
}

function withKeys(children: ReactNode = null) {
  const onPalette = jest.fn();
  const onGo = jest.fn();
  const shortcuts = new Map([
    ['h', '/settings/1/practice/provider-hours'],
    ['o', '/settings/1/overview'],
  ]);
  renderKit(
    <>
      <Keys {...{ onPalette, onGo, shortcuts }} />
      {children}
    </>,
  );
  return { onPalette, onGo };
}

/** @returns false if the key was handled, so that the browser and the page don't react to it */
const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body): boolean =>
  fireEvent.keyDown(target, { key, ...init });

const field = (): HTMLElement => document.querySelector('input') as HTMLElement;

describe('usePaletteKeys', () => {
  it.each([
    ['Ctrl K', { ctrlKey: true }],
    ['⌘ K', { metaKey: true }],
  ])('opens the palette with %s, also from a field', (_, modifier) => {
    const { onPalette } = withKeys();
    expect(press('k', modifier)).toBe(false);
    expect(press('K', modifier, field())).toBe(false);
    expect(onPalette).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['K alone', {}],
    ['Ctrl Shift K, which opens the browser’s console', { ctrlKey: true, shiftKey: true }],
    ['Ctrl Alt K', { ctrlKey: true, altKey: true }],
  ])('leaves %s to the browser', (_, modifier) => {
    const { onPalette } = withKeys();
    expect(press('k', modifier)).toBe(true);
    expect(onPalette).not.toHaveBeenCalled();
  });

  it('keeps the palette closed behind an open dialog', () => {
    const { onPalette } = withKeys(<div role="dialog" aria-modal="true" aria-label="Question" />);
    expect(press('k', { ctrlKey: true })).toBe(true);
    expect(onPalette).not.toHaveBeenCalled();
  });

  it('opens a page with g and its letter, and takes both from the page', () => {
    const { onGo } = withKeys();
    press('g');
    expect(press('h')).toBe(false);
    expect(onGo.mock.calls).toEqual([['/settings/1/practice/provider-hours']]);
  });

  it('ignores the letter without g, after another key, and in a field', () => {
    const { onGo } = withKeys();
    press('h');
    press('g');
    press('x');
    press('h');
    press('g', {}, field());
    press('h', {}, field());
    expect(onGo).not.toHaveBeenCalled();
  });

  it('waits for the letter across a pressed modifier', () => {
    const { onGo } = withKeys();
    press('g');
    press('Shift');
    press('o');
    expect(onGo.mock.calls).toEqual([['/settings/1/overview']]);
  });

  it('forgets g after a while', () => {
    const { onGo } = withKeys();
    const later = (key: string, timeStamp: number): void => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: timeStamp });
      document.body.dispatchEvent(event);
    };
    later('g', 1000);
    later('h', 2600);
    expect(onGo).not.toHaveBeenCalled();
    later('g', 3000);
    later('h', 4400);
    expect(onGo).toHaveBeenCalledTimes(1);
  });
});
