import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../dialogs';
import { Checkbox, TextInput } from '../fields';
import { faultsIn } from '../testing/accessible';
import { renderKit } from '../testing/render';
import { ShortcutsDialog } from './ShortcutsDialog';
import { useShortcut } from './use-shortcut';

function Listening({
  onKey,
  when = true,
  children,
}: {
  onKey: () => void;
  when?: boolean;
  children?: ReactNode;
}): ReactNode {
  useShortcut('n', onKey, { when });
  return children;
}

describe('useShortcut', () => {
  it('hears its key anywhere on the page, but not with Ctrl held', async () => {
    const onKey = jest.fn();
    const { person } = renderKit(<Listening onKey={onKey} />);
    await person.keyboard('n');
    await person.keyboard('{Control>}n{/Control}m');
    expect(onKey).toHaveBeenCalledTimes(1);
  });

  it('leaves keys to the field that is typed into, and not to a tick', async () => {
    const onKey = jest.fn();
    const { person } = renderKit(
      <Listening onKey={onKey}>
        <TextInput label="Name" value="" onChange={() => undefined} />
        <Checkbox label="Tick" checked={false} onChange={() => undefined} />
      </Listening>,
    );
    await person.type(screen.getByRole('textbox'), 'n');
    expect(onKey).not.toHaveBeenCalled();
    await person.tab();
    await person.keyboard('n');
    expect(onKey).toHaveBeenCalledTimes(1);
  });

  it('sleeps while it is switched off and while a dialog is open', async () => {
    const onKey = jest.fn();
    const { person, rerender } = renderKit(<Listening onKey={onKey} when={false} />);
    await person.keyboard('n');
    rerender(
      <Listening onKey={onKey}>
        <Dialog open title="Question">
          Answer it.
        </Dialog>
      </Listening>,
    );
    await person.keyboard('n');
    expect(onKey).not.toHaveBeenCalled();
  });
});

describe('ShortcutsDialog', () => {
  function Opened(): ReactNode {
    const [open, setOpen] = useState(true);
    return (
      <ShortcutsDialog
        open={open}
        groups={[{ title: 'Everywhere', shortcuts: [{ keys: ['/'], does: 'Go to search' }] }]}
        onClose={() => setOpen(false)}
      />
    );
  }

  it('lists keys with what they do', async () => {
    const { person } = renderKit(<Opened />);
    const dialog = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(dialog).toHaveTextContent('/Go to search');
    expect(await faultsIn(dialog)).toEqual([]);
    await person.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
});
