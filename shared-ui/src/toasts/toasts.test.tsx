import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { TitledDialog } from '../dialogs/TitledDialog';
import { ConsoleTheme } from '../theme';
import { showToast, ToastHost } from '.';

function renderHost(sibling: React.ReactNode = null): ReturnType<typeof render> {
  return render(
    <ConsoleTheme nonce="">
      <ToastHost />
      {sibling}
    </ConsoleTheme>,
  );
}

const region = (): HTMLElement => screen.getByRole('region', { name: 'Messages' });

/** Advances time in steps, because each timer's update renders after its step and can start new timers. */
async function pass(milliseconds: number): Promise<void> {
  const step = Math.max(100, milliseconds / 50);
  for (let passed = 0; passed < milliseconds; passed += step) await act(() => jest.advanceTimersByTimeAsync(step));
}

/** Longer than the exit transition of a toast. */
const LEAVING_MS = 1000;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
});

afterEach(() => {
  jest.useRealTimers();
});

describe('toasts', () => {
  it('shows details below the message', () => {
    renderHost();
    act(() => showToast({ severity: 'success', message: 'Settings saved successfully', details: 'Practice name' }));
    expect(within(region()).getByText('Settings saved successfully')).toBeVisible();
    expect(within(region()).getByText('Practice name')).toBeVisible();
  });

  it('disappears after three seconds', async () => {
    renderHost();
    act(() => showToast({ severity: 'success', message: 'Provider hours saved successfully' }));
    await pass(2900);
    expect(region()).toHaveTextContent('Provider hours saved successfully');
    await pass(100 + LEAVING_MS);
    expect(region()).not.toHaveTextContent('Provider hours saved successfully');
  });

  it('disappears after the given duration', async () => {
    renderHost();
    act(() => showToast({ severity: 'error', message: 'Rate limit exceeded.', duration: 7000 }));
    await pass(6900);
    expect(region()).toHaveTextContent('Rate limit exceeded.');
    await pass(100 + LEAVING_MS);
    expect(region()).not.toHaveTextContent('Rate limit exceeded.');
  });

  it('disappears once it is no longer valid, even under the pointer', async () => {
    const message = 'Not saved: Sam Staff changed some of these hours too';
    renderHost();
    const holds = new AbortController();
    act(() => showToast({ severity: 'error', message, until: holds.signal }));
    fireEvent.pointerEnter(screen.getByText(message));
    await pass(5000);
    expect(region()).toHaveTextContent(message);
    act(() => holds.abort());
    await pass(LEAVING_MS);
    expect(region()).not.toHaveTextContent(message);
    act(() => showToast({ severity: 'error', message, until: holds.signal }));
    await pass(100);
    expect(region()).not.toHaveTextContent(message);
  });

  it('waits while the pointer is on a toast', async () => {
    renderHost();
    act(() => showToast({ severity: 'info', message: 'Data refreshed successfully' }));
    await pass(1000);
    fireEvent.pointerEnter(screen.getByText('Data refreshed successfully'));
    await pass(60_000);
    expect(region()).toHaveTextContent('Data refreshed successfully');
    fireEvent.pointerLeave(screen.getByText('Data refreshed successfully'));
    await pass(2000 + LEAVING_MS);
    expect(region()).not.toHaveTextContent('Data refreshed successfully');
  });

  it('waits while the focus is on a toast', async () => {
    renderHost();
    act(() => showToast({ severity: 'info', message: 'Data refreshed successfully' }));
    await pass(1000);
    const button = within(region()).getByRole('button', { name: 'Dismiss' });
    act(() => button.focus());
    await pass(60_000);
    expect(region()).toHaveTextContent('Data refreshed successfully');
    act(() => button.blur());
    await pass(2000 + LEAVING_MS);
    expect(region()).not.toHaveTextContent('Data refreshed successfully');
  });

  it('disappears when dismissed', async () => {
    renderHost();
    act(() => showToast({ severity: 'info', message: 'Data refreshed successfully' }));
    await pass(500);
    fireEvent.click(within(region()).getByRole('button', { name: 'Dismiss' }));
    await pass(LEAVING_MS);
    expect(region()).not.toHaveTextContent('Data refreshed successfully');
  });

  it('announces toasts politely and errors immediately', async () => {
    renderHost();
    expect(region()).toHaveAttribute('aria-live', 'polite');
    act(() => {
      showToast({ severity: 'success', message: 'Saved' });
      showToast({ severity: 'error', message: 'Failed to save provider hours' });
    });
    await pass(500);
    expect(within(region()).getByRole('alert')).toHaveTextContent('Failed to save provider hours');
    expect(within(region()).getAllByRole('alert')).toHaveLength(1);
  });

  it('stays available to screen readers while a dialog is open', async () => {
    const { rerender } = renderHost(<p>The page</p>);
    rerender(
      <ConsoleTheme nonce="">
        <ToastHost />
        <TitledDialog open title="Copy a day">
          Choose the days.
        </TitledDialog>
      </ConsoleTheme>,
    );
    await pass(500);
    act(() => showToast({ severity: 'error', message: 'Failed to copy' }));
    await pass(500);
    expect(region().parentElement).toBe(document.body);
    expect(region()).not.toHaveAttribute('aria-hidden');
    expect(within(region()).getByRole('alert')).toBeInTheDocument();
  });

  it('removes the region when the host unmounts', () => {
    const { unmount } = renderHost();
    expect(region()).toBeInTheDocument();
    unmount();
    expect(document.querySelector('[aria-live]')).not.toBeInTheDocument();
  });
});

describe('toast region', () => {});
