import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { mountRemote } from 'shared-api/testing';
import { remoteLifecycles } from '../remote';

/** Changes its state while it mounts and unmounts, as every page does. */
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
