import { expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { mountRemote } from 'shared-api/testing';
import { remoteLifecycles, useFeatureFlag } from '../remote';

/** Updates its state on mount and unmount, as every page does. */
function Page() {
  const [node, setNode] = useState<Element | null>(null);
  return <h1 ref={setNode}>{node ? 'Mounted' : 'Mounting'}</h1>;
}

it('mounts and unmounts a remote without act, which the jest preset would report', async () => {
  const { unmount } = await mountRemote(remoteLifecycles(Object.assign(Page, { preload: () => Promise.resolve() })));
  expect(await screen.findByRole('heading', { name: 'Mounted' })).toBeVisible();
  await unmount();
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
});

it('rejects with the error of a page that crashes on its first render', async () => {
  const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const Broken = (): never => {
    throw new Error('No provider is chosen.');
  };
  await expect(
    mountRemote(remoteLifecycles(Object.assign(Broken, { preload: () => Promise.resolve() }))),
  ).rejects.toThrow('No provider is chosen.');
  expect(reported).toHaveBeenCalled();
});

it('turns feature flags on while the remote is mounted', async () => {
  const Flagged = () => <h1>{useFeatureFlag('beta_reports') ? 'With reports' : 'Without reports'}</h1>;
  const { setFeatureFlags, unmount } = await mountRemote(
    remoteLifecycles(Object.assign(Flagged, { preload: () => Promise.resolve() })),
  );
  expect(await screen.findByRole('heading', { name: 'Without reports' })).toBeVisible();
  act(() => setFeatureFlags(['beta_reports']));
  expect(screen.getByRole('heading', { name: 'With reports' })).toBeVisible();
  await unmount();
});
