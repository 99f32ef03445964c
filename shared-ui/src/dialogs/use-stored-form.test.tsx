import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { UserIdContext } from '../remote/user-id';
import { reloadStored } from '../testing/stored';
import { renderKit } from '../testing/render';
import { TextField } from '../text-fields/TextField';
import { FormDialog } from './FormDialog';
import { useStoredForm, useStoredRequest } from './use-stored-form';

interface DeclineProps {
  request: string;
  onClose: () => void;
}

/** The form is the dialog's content and registers through its context. */
function Reason({ request }: Pick<DeclineProps, 'request'>): ReactNode {
  const { form, setForm } = useStoredForm({ record: 'decline', request, initial: { reason: '', count: 1 } });
  return (
    <TextField
      label="Reason"
      value={form.reason}
      onChange={({ target }) => setForm({ ...form, reason: target.value })}
    />
  );
}

function DeclinePage({ requests = ['a', 'b'] }: { requests?: readonly string[] }): ReactNode {
  const stored = useStoredRequest('decline');
  const [open, setOpen] = useState<string | null>(requests.find((request) => request === stored) ?? null);
  return (
    <>
      {requests.map((request) => (
        <button key={request} onClick={() => setOpen(request)}>
          {request}
        </button>
      ))}
      {open !== null && (
        <FormDialog
          title="Decline"
          confirmLabel="Decline"
          onConfirm={() => setOpen(null)}
          onClose={() => setOpen(null)}
        >
          <Reason request={open} />
        </FormDialog>
      )}
    </>
  );
}

const open = (person = 'olivia', requests?: readonly string[]) =>
  renderKit(
    <UserIdContext value={person}>
      <DeclinePage {...(requests && { requests })} />
    </UserIdContext>,
  );

async function typeReason() {
  const page = open();
  await page.user.click(screen.getByRole('button', { name: 'a' }));
  await page.user.type(screen.getByRole('textbox', { name: 'Reason' }), 'No');
  return page;
}

const reason = (): HTMLElement | null => screen.queryByRole('textbox', { name: 'Reason' });
/** True if the browser would ask before leaving the page. */
const asksBeforeUnload = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => sessionStorage.clear());

describe('useStoredForm', () => {
  it('reopens the dialog after a reload with the typed text, and guards it', async () => {
    await reloadStored((await typeReason()).unmount);
    const { user } = open();
    expect(reason()).toHaveValue('No');
    expect(asksBeforeUnload()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(reason()).not.toBeInTheDocument();
    expect(asksBeforeUnload()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  it('stores nothing while the form is unchanged', async () => {
    const page = await typeReason();
    await page.user.clear(screen.getByRole('textbox', { name: 'Reason' }));
    await reloadStored(page.unmount);
    open();
    expect(reason()).not.toBeInTheDocument();
  });

  it('deletes the stored form when the dialog is confirmed', async () => {
    const page = await typeReason();
    await page.user.click(screen.getByRole('button', { name: 'Decline' }));
    await reloadStored(page.unmount);
    open();
    expect(reason()).not.toBeInTheDocument();
  });

  it('hides the stored form from other people', async () => {
    await reloadStored((await typeReason()).unmount);
    open('marcus');
    expect(reason()).not.toBeInTheDocument();
  });

  it('doesn’t fill the dialog of another record', async () => {
    await reloadStored((await typeReason()).unmount);
    const { user } = open('olivia', ['b']);
    await user.click(screen.getByRole('button', { name: 'b' }));
    expect(reason()).toHaveValue('');
  });

  it.each([
    ['a field is missing', { reason: 'No' }],
    ['a field has another type', { reason: 'No', count: '1' }],
    ['it is no object', 'No'],
    ['it is null', null],
  ])('ignores a stored form when %s', (_, form) => {
    sessionStorage.setItem('unsaved decline olivia', JSON.stringify({ request: '"a"', form }));
    open();
    expect(reason()).toHaveValue('');
  });
});
