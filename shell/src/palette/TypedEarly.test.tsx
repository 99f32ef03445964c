import { expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { renderKit } from 'shared-ui/testing';
import { TypedEarly } from './TypedEarly';

it('keeps what is typed while the code loads, without other keys acting on it', async () => {
  let arrive = (): void => undefined;
  const Palette = lazy(
    () =>
      new Promise<{ default: (props: { initialText: string }) => ReactNode }>((resolve) => {
        arrive = () => resolve({ default: ({ initialText }) => <p>Search for {initialText}</p> });
      }),
  );
  function Shell(): ReactNode {
    const [typed, setTyped] = useState('');
    return (
      <Suspense fallback={<TypedEarly onText={setTyped} />}>
        <Palette initialText={typed} />
      </Suspense>
    );
  }
  const shortcuts = jest.fn();
  document.addEventListener('keydown', shortcuts, true);
  const { user } = renderKit(<Shell />);
  await user.keyboard('go x{Backspace}there');
  expect(shortcuts).not.toHaveBeenCalled();
  await act(async () => arrive());
  expect(await screen.findByText('Search for go there')).toBeVisible();
  await user.keyboard('g');
  expect(shortcuts).toHaveBeenCalledTimes(1);
  document.removeEventListener('keydown', shortcuts, true);
});
