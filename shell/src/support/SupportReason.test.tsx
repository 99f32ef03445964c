import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { UserIdContext } from 'shared-ui';
import { reloadStored, renderKit } from 'shared-ui/testing';
import { createStore } from 'zustand/vanilla';
import type { SupportAccesses } from '../session/support-accesses';
import { mockDialogs, mockResizeObserver } from '../testing/browser';
import { SupportBar, type SupportBarProps } from './SupportBar';
import { SupportReasonDialog } from './SupportReasonDialog';
import { SupportReasonPage } from './SupportReasonPage';

beforeEach(() => sessionStorage.clear());
beforeAll(() => {
  mockDialogs();
  mockResizeObserver();
});

const practice = { id: 7, name: 'Bright Smiles', time_zone: 'America/Chicago', pms_name: 'opendental' };
const refusal = { error: { status: 409, code: 'not_needed', message: 'You’re a member of this practice.' } };

function renderPage(open: SupportAccesses['open'] = () => Promise.resolve({})) {
  const opened = jest.fn(open);
  const support = { states: createStore(() => new Map()), open: opened } as unknown as SupportAccesses;
  return {
    opened,
    ...renderKit(
      <UserIdContext value="u-ivy">
        <SupportReasonPage practice={practice} support={support} />
      </UserIdContext>,
    ),
  };
}

describe('SupportReasonPage', () => {
  it('asks for a reason and a duration, and opens the practice', async () => {
    const { user, opened, container } = renderPage();
    const field = await screen.findByLabelText('Reason');
    expect(screen.getByRole('heading', { name: 'Why are you opening this practice?' })).toBeVisible();
    expect(container).toHaveTextContent('You’re not a member of Bright Smiles (No. 7). Its owner sees your name');
    await user.type(field, '  Ticket 812: wrong invoices ');
    await user.selectOptions(screen.getByLabelText('Time'), '4 hours');
    await user.click(screen.getByRole('button', { name: 'Open practice' }));
    expect(opened).toHaveBeenCalledWith(7, { reason: 'Ticket 812: wrong invoices', hours: 4 });
  });

  it('reports a reason that is too short at its field and sends nothing', async () => {
    const { user, opened } = renderPage();
    const field = await screen.findByLabelText('Reason');
    await user.type(field, 'help');
    await user.click(screen.getByRole('button', { name: 'Open practice' }));
    expect(await screen.findByText('Use 10 characters or more')).toBeVisible();
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription(/Use 10 characters or more/);
    expect(opened).not.toHaveBeenCalled();
  });

  it('shows the server’s refusal and keeps the input', async () => {
    const { user } = renderPage(() => Promise.resolve(refusal));
    const field = await screen.findByLabelText('Reason');
    await user.type(field, 'Ticket 812: wrong invoices');
    await user.click(screen.getByRole('button', { name: 'Open practice' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('You’re a member of this practice.');
    expect(field).toHaveValue('Ticket 812: wrong invoices');
  });
});

describe('a reason after a reload', () => {
  it('is kept for the same practice', async () => {
    const page = renderPage();
    await page.user.type(await screen.findByLabelText('Reason'), 'Ticket 812');
    await page.user.selectOptions(screen.getByLabelText('Time'), '4 hours');
    await reloadStored(page.unmount);
    renderPage();
    expect(await screen.findByLabelText('Reason')).toHaveValue('Ticket 812');
    expect(screen.getByLabelText('Time')).toHaveDisplayValue('4 hours');
  });
});

describe('SupportReasonDialog', () => {
  it('says that the access has expired, and cancels with its button and Escape', async () => {
    const onCancel = jest.fn();
    const props = { practice, isOver: true, onOpen: () => Promise.resolve({}), onCancel };
    const { user } = renderKit(
      <UserIdContext value="u-ivy">
        <SupportReasonDialog {...props} />
      </UserIdContext>,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Why are you opening this practice?' });
    expect(dialog).toHaveTextContent('Your support access has ended. Your input is kept.');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.keyboard('{Escape}');
    expect(onCancel).toHaveBeenCalledTimes(2);
  });

  it.each<[string, (user: UserEvent) => Promise<void>]>([
    ['Cancel', (user) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Escape', (user) => user.keyboard('{Escape}')],
  ])('asks before %s discards a typed reason', async (_, leave) => {
    const onCancel = jest.fn();
    const props = { practice, isOver: true, onOpen: () => Promise.resolve({}), onCancel };
    const { user } = renderKit(
      <UserIdContext value="u-ivy">
        <SupportReasonDialog {...props} />
      </UserIdContext>,
    );
    await user.type(await screen.findByLabelText('Reason'), 'Ticket');
    await leave(user);
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(onCancel).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Reason')).toHaveValue('Ticket');
    await leave(user);
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(onCancel).toHaveBeenCalledTimes(1);
  });
});

describe('SupportBar', () => {
  const ends_at = new Date(2026, 10, 24, 14, 30).getTime() / 1000;
  const access = { id: 'a', person: { id: 'u', name: 'Ivy' }, reason: 'Ticket 812', opened_at: 0, ends_at };
  function renderBar(state: SupportBarProps['state']) {
    const onEnd = jest.fn(() => Promise.resolve());
    const onOpenAgain = jest.fn();
    return {
      onEnd,
      onOpenAgain,
      ...renderKit(<SupportBar {...{ practice, state, onEnd, onOpenAgain, onHeight: () => undefined }} />),
    };
  }

  it('says until when the access lasts, and ends it', async () => {
    const { user, onEnd } = renderBar({ phase: 'open', access });
    expect(screen.getByRole('region', { name: 'Support access' })).toHaveTextContent(
      'Support access to Bright Smiles until 2:30 PM UTC.',
    );
    await user.click(screen.getByRole('button', { name: 'End now' }));
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('offers to reopen the practice when the access has ended', async () => {
    const { user, onOpenAgain } = renderBar({ phase: 'over' });
    expect(screen.getByText('Your support access to Bright Smiles has ended.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Open again' }));
    expect(onOpenAgain).toHaveBeenCalledTimes(1);
  });

  it.each([[undefined], [{ phase: 'not-needed' } as const], [{ phase: 'closed' } as const]])(
    'shows nothing without an access: %j',
    (state) => {
      expect(renderBar(state).container.querySelector('section')).toBeNull();
    },
  );
});
