import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { focusHeading } from './focus-heading';

/** As browsers do: what isn't shown takes no focus. jsdom gives it anyway. */
function refuseHiddenFocus(): void {
  const { focus } = HTMLElement.prototype;
  jest.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement, options) {
    if (getComputedStyle(this).visibility !== 'hidden') focus.call(this, options);
  });
}

describe('focusHeading', () => {
  let stop: (() => void) | undefined;
  beforeEach(refuseHiddenFocus);
  afterEach(() => {
    stop?.();
    jest.restoreAllMocks();
    document.body.replaceChildren();
  });

  const show = (markup: string): HTMLElement => {
    document.body.innerHTML = markup;
    return document.querySelector('main') ?? document.body;
  };
  const heading = () => document.querySelector('h1');

  it('focuses the heading of a page that was mounted before it is shown', async () => {
    const main = show(
      '<main><div style="visibility: hidden"><h1 tabindex="-1" data-page-heading="">Members</h1></div></main>',
    );
    stop = focusHeading(main);
    expect(document.body).toHaveFocus();
    heading()?.parentElement?.removeAttribute('style');
    await waitFor(() => expect(heading()).toHaveFocus());
  });

  it('leaves the focus where the person put it meanwhile', async () => {
    const main = show('<button>Save</button><main></main>');
    stop = focusHeading(main);
    document.querySelector('button')?.focus();
    main.innerHTML = '<h1 tabindex="-1" data-page-heading="">Members</h1>';
    await Promise.resolve();
    expect(document.querySelector('button')).toHaveFocus();
  });
});
