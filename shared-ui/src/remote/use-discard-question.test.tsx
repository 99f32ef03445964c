import { describe, expect, it } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { RemoteProps, UnsavedChanges } from 'shared-api';
import { remoteProps } from 'shared-api/testing';
import { type ReactNode, useState } from 'react';
import { Button } from '../actions';
import { CancelButton, Dialog } from '../dialogs';
import { PasswordInput, TextInput } from '../fields';
import { newUser } from '../testing/user';
import { ConsoleTheme } from '../theme';
import { useDiscardQuestion } from './use-discard-question';
import { RemoteContext, useUnsavedChanges } from './use-remote';

const recorded = { notifications: [], unsaved: null, visited: [], published: [], reauthentications: 0 };

function NoteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [note, setNote] = useState('');
  const { close, question } = useDiscardQuestion(note === '' ? null : 'the new note', onClose);
  return (
    <Dialog open title="Add a note" onClose={close} actions={<Button onClick={close}>Cancel</Button>}>
      <TextInput label="Note" value={note} onChange={setNote} />
      {question}
    </Dialog>
  );
}

function NotesPage({ changes }: { changes: string | null }): ReactNode {
  const [open, setOpen] = useState(true);
  useUnsavedChanges(changes === null ? null : { what: changes });
  return open && <NoteDialog onClose={() => setOpen(false)} />;
}

function openDialog(changes: string | null = null) {
  const shell: { unsaved: UnsavedChanges | null } = { unsaved: null };
  const props: RemoteProps = {
    ...remoteProps(recorded, {}),
    setUnsavedChanges: (unsaved) => {
      shell.unsaved = unsaved;
    },
  };
  const page = (what: string | null): ReactNode => (
    <ConsoleTheme nonce="">
      <RemoteContext.Provider value={props}>
        <NotesPage changes={what} />
      </RemoteContext.Provider>
    </ConsoleTheme>
  );
  const { rerender } = render(page(changes));
  return { shell, user: newUser(), edit: (what: string | null) => rerender(page(what)) };
}

const dialog = (): HTMLElement | null => screen.queryByRole('dialog', { name: 'Add a note' });
const note = (): HTMLElement => screen.getByRole('textbox', { name: 'Note' });
const question = (): Promise<HTMLElement> => screen.findByRole('alertdialog', { name: 'Discard your changes?' });

const waysOut: [string, (user: UserEvent) => Promise<void>][] = [
  ['Escape', (user) => user.keyboard('{Escape}')],
  ['Cancel', (user) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['the close button', (user) => user.click(screen.getByRole('button', { name: 'Close' }))],
  [
    'a click next to the dialog',
    (user) => user.click(screen.getByRole('dialog').closest('.MuiDialog-container') as HTMLElement),
  ],
];

describe('useDiscardQuestion', () => {
  it.each(waysOut)('asks before %s discards typed text, and keeps the text', async (_, leave) => {
    const { user, shell } = openDialog();
    await user.type(note(), 'Call back');
    await leave(user);
    await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(note()).toHaveValue('Call back');
    expect(shell.unsaved).toEqual({ what: 'the new note', lostWithQuery: true });
  });

  it('discards typed text after confirmation', async () => {
    const { user, shell } = openDialog();
    await user.type(note(), 'Call back');
    await user.keyboard('{Escape}');
    await user.click(within(await question()).getByRole('button', { name: 'Discard changes' }));
    expect(dialog()).not.toBeInTheDocument();
    expect(shell.unsaved).toBeNull();
  });

  it.each(waysOut)('closes without a question on %s while nothing was typed', async (_, leave) => {
    const { user } = openDialog();
    await leave(user);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(dialog()).not.toBeInTheDocument();
  });
});

describe('a dialog without a question of its own', () => {
  function Typed(): ReactNode {
    const [text, setText] = useState('');
    const [open, setOpen] = useState(true);
    const [step, setStep] = useState(1);
    return (
      <Dialog
        open={open}
        title="Decline"
        onClose={() => setOpen(false)}
        actions={
          <>
            <CancelButton />
            <Button onClick={() => setStep(2)}>Next</Button>
          </>
        }
      >
        {step === 1 && <TextInput label="Reason" value={text} onChange={setText} autoFocus />}
        <PasswordInput label="Password" value="" onChange={() => undefined} />
      </Dialog>
    );
  }

  function openTyped(remote: boolean) {
    const shell: { unsaved: UnsavedChanges | null } = { unsaved: null };
    const props: RemoteProps = {
      ...remoteProps(recorded, {}),
      setUnsavedChanges: (unsaved) => {
        shell.unsaved = unsaved;
      },
    };
    render(
      <ConsoleTheme nonce="">
        {remote ? (
          <RemoteContext.Provider value={props}>
            <Typed />
          </RemoteContext.Provider>
        ) : (
          <Typed />
        )}
      </ConsoleTheme>,
    );
    return { shell, user: newUser() };
  }

  /** True if the browser would ask before it leaves the page. */
  const asksBeforeUnload = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('guards typed text from the first key until it is as before', async () => {
    const { user, shell } = openTyped(true);
    await user.keyboard('N');
    expect(shell.unsaved).toEqual({ what: 'what you entered in “Decline”', lostWithQuery: true });
    await user.keyboard('{Backspace}');
    expect(shell.unsaved).toBeNull();
  });

  it.each(waysOut)('asks before %s discards typed text', async (_, leave) => {
    const { user } = openTyped(true);
    await user.keyboard('No');
    await leave(user);
    await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('No');
    await leave(user);
    await user.click(within(await question()).getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it.each(waysOut)('closes without a question on %s while nothing was typed', async (_, leave) => {
    const { user } = openTyped(true);
    await leave(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('guards typed text until the dialog closes or its next step begins', async () => {
    const { user, shell } = openTyped(true);
    await user.keyboard('No');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(shell.unsaved).toBeNull());
  });

  it('guards no password', async () => {
    const { user, shell } = openTyped(true);
    await user.type(screen.getByLabelText('Password'), 'secret');
    expect(shell.unsaved).toBeNull();
  });

  it('asks before the page unloads in the shell, which is no module', async () => {
    const { user } = openTyped(false);
    expect(asksBeforeUnload()).toBe(false);
    await user.keyboard('No');
    expect(asksBeforeUnload()).toBe(true);
    await user.keyboard('{Backspace}{Backspace}');
    expect(asksBeforeUnload()).toBe(false);
  });
});

describe('useUnsavedChanges', () => {
  it('keeps the guard of the page when a dialog on it closes', async () => {
    const { user, shell } = openDialog('2 unsaved changes');
    expect(shell.unsaved).toEqual({ what: '2 unsaved changes' });
    await user.type(note(), 'Call back');
    expect(shell.unsaved).toEqual({ what: 'the new note', lostWithQuery: true });
    await user.keyboard('{Escape}');
    await user.click(within(await question()).getByRole('button', { name: 'Discard changes' }));
    expect(shell.unsaved).toEqual({ what: '2 unsaved changes' });
  });

  it('keeps the guard of a dialog when the page under it has nothing left to lose', async () => {
    const { user, shell, edit } = openDialog('2 unsaved changes');
    await user.type(note(), 'Call back');
    edit(null);
    expect(shell.unsaved).toEqual({ what: 'the new note', lostWithQuery: true });
  });
});
