import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useRef } from 'react';
import { useGoToField } from './use-go-to-field';

/** Simulates browsers, in which hidden elements can't take focus. In jsdom they can. */
function refuseHiddenFocus(): void {
  const { focus: giveFocus } = HTMLElement.prototype;
  jest.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement, options) {
    if (getComputedStyle(this).visibility !== 'hidden') giveFocus.call(this, options);
  });
}

function Page({ isLoaded, isShown = true }: { isLoaded: boolean; isShown?: boolean }): ReactNode {
  const content = useRef<HTMLDivElement>(null);
  const goTo = useGoToField(content);
  return (
    <>
      <h1 tabIndex={-1} data-page-heading="">
        Practice settings
      </h1>
      <button onClick={() => goTo('baseline_date')}>Go to the baseline date</button>
      <button>Save</button>
      <div ref={content} style={isShown ? undefined : { visibility: 'hidden' }}>
        {isLoaded && <input aria-label="Baseline date" name="baseline_date" />}
      </div>
    </>
  );
}

const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Baseline date' });
const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const focus = (element: HTMLElement) => act(() => element.focus());
const goTo = () => act(() => button('Go to the baseline date').click());

describe('useGoToField', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('focuses the input', () => {
    render(<Page isLoaded />);
    goTo();
    expect(field()).toHaveFocus();
  });

  it('focuses an input that appears later, even after the heading had focus', async () => {
    const { rerender } = render(<Page isLoaded={false} />);
    goTo();
    focus(screen.getByRole('heading'));
    rerender(<Page isLoaded />);
    await waitFor(() => expect(field()).toHaveFocus());
  });

  it('focuses an input of a page that is mounted before it is shown', async () => {
    refuseHiddenFocus();
    const { rerender } = render(<Page isLoaded isShown={false} />);
    goTo();
    rerender(<Page isLoaded />);
    await waitFor(() => expect(field()).toHaveFocus());
  });

  it('does not take focus back after the person leaves the input', async () => {
    const { rerender } = render(<Page isLoaded />);
    focus(field());
    goTo();
    act(() => field().blur());
    rerender(<Page isLoaded={false} />);
    rerender(<Page isLoaded />);
    await act(async () => Promise.resolve());
    expect(document.body).toHaveFocus();
  });

  it('keeps focus where the person moved it meanwhile', async () => {
    const { rerender } = render(<Page isLoaded={false} />);
    goTo();
    focus(button('Save'));
    rerender(<Page isLoaded />);
    // A pending wait would check again at the next page change.
    await act(async () => Promise.resolve());
    expect(button('Save')).toHaveFocus();
  });
});
