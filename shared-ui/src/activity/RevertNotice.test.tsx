import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { AT } from './fixtures';
import { RevertNotice } from './RevertNotice';

const state = { kind: 'done', at: AT, timeZone: 'America/Chicago', staged: 1, skipped: [] } as const;
const notice = (isChanged: boolean) => <RevertNotice state={state} isChanged={isChanged} onRetry={() => undefined} />;

it('goes once the staged values are saved or discarded', () => {
  const { rerender } = render(notice(false));
  rerender(notice(true));
  expect(screen.getByRole('status').textContent).toContain('Nothing is saved yet');
  rerender(notice(false));
  expect(screen.queryByRole('status')).toBeNull();
});
