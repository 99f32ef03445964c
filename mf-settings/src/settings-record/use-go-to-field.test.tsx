import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useRef } from 'react';
import { useGoToField } from './use-go-to-field';

/** As browsers do: what isn't shown takes no focus. jsdom gives it anyway. */
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

  it('focuses an input that appears later, also after the heading had the focus', async () => {
    const { rerender } = render(<Page isLoaded={false} />);
    goTo();
    focus(screen.getByRole('heading'));
    rerender(<Page isLoaded />);
    await waitFor(() => expect(field()).toHaveFocus());
  });

  it('focuses an input of a page that was mounted before it is shown', async () => {
    refuseHiddenFocus();
    const { rerender } = render(<Page isLoaded isShown={false} />);
    goTo();
    rerender(<Page isLoaded />);
    await waitFor(() => expect(field()).toHaveFocus());
  });

  it('does not take the focus back from an input that had it', async () => {
    const { rerender } = render(<Page isLoaded />);
    focus(field());
    goTo();
    act(() => field().blur());
    rerender(<Page isLoaded={false} />);
    rerender(<Page isLoaded />);
    await act(async () => Promise.resolve());
    expect(document.body).toHaveFocus();
  });

  it('leaves the focus where the person put it meanwhile', async () => {
    const { rerender } = render(<Page isLoaded={false} />);
    goTo();
    focus(button('Save'));
    rerender(<Page isLoaded />);
    // What waits for the input would look at the next change of the page.
    await act(async () => Promise.resolve());
    expect(button('Save')).toHaveFocus();
  });
});
