import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { leavePreview, openPreview, readPreview } from 'shared-api/contracts/module-previews';
import { answer, errorReply, reply } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { renderKit } from 'shared-ui/testing';
import { PreviewPage } from './PreviewPage';

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

const NOV_30 = Date.UTC(2026, 10, 30, 18) / 1000;
const onChange = jest.fn();
afterEach(() => void onChange.mockClear());

function serve(open: boolean): string[] {
  const made: string[] = [];
  const preview = {
    name: 'pr-17',
    version: '1.1.0-pr-17',
    path: '/previews/mf-hours/pr-17',
    published_at: NOV_30,
    published_by: 'CI',
    expires_at: NOV_30 + 14 * 86_400,
  };
  network.use(
    answer(readPreview, () => reply(readPreview, { title: 'Hours', open, preview })),
    answer(openPreview, ({ params }) => {
      made.push(`open ${params.module} ${params.preview}`);
      return reply(openPreview, { status: 'success' });
    }),
    answer(leavePreview, ({ params }) => {
      made.push(`leave ${params.module}`);
      return reply(leavePreview, { status: 'success' });
    }),
  );
  return made;
}

const transport = { reauthenticate: () => Promise.resolve(false), heardRevision: () => undefined };
const show = () =>
  renderKit(<PreviewPage module="mf-hours" preview="pr-17" transport={transport} onChange={onChange} />);

it('describes the preview and opens it', async () => {
  const made = serve(false);
  const { user } = show();
  expect(screen.getByRole('status')).toHaveTextContent('Loading the preview…');
  expect(await screen.findByRole('heading', { level: 1, name: 'Preview pr-17 of Hours' })).toBeVisible();
  expect(
    screen.getByText(/Version 1\.1\.0-pr-17, published by CI on Nov 30, 2026\. It can be opened until Dec 14, 2026\./),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Open preview' }));
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  expect(made).toEqual(['open mf-hours pr-17']);
});

it('offers to leave an open preview', async () => {
  const made = serve(true);
  const { user } = show();
  expect(await screen.findByText('You have it open.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Leave preview' }));
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  expect(made).toEqual(['leave mf-hours']);
});

it('shows why a preview can’t be opened, and retries', async () => {
  const ended = 'This preview has ended, or isn’t for you. Ask whoever sent you the link.';
  network.use(answer(readPreview, () => errorReply(404, 'not_found', ended)));
  const { user } = show();
  expect(await screen.findByText(ended)).toBeVisible();
  serve(false);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Open preview' })).toBeVisible();
});
