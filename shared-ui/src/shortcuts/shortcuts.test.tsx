import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { CheckboxField } from '../choices/CheckboxField';
import { TitledDialog } from '../dialogs/TitledDialog';
import { renderKit } from '../testing/render';
import { TextField } from '../text-fields/TextField';
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
  it('responds to its key anywhere on the page, but not with Ctrl', async () => {
    const onKey = jest.fn();
    const { user } = renderKit(<Listening onKey={onKey} />);
    await user.keyboard('n');
    await user.keyboard('{Control>}n{/Control}m');
    expect(onKey).toHaveBeenCalledTimes(1);
  });

  it('ignores keys typed into a text field, but not keys on a checkbox', async () => {
    const onKey = jest.fn();
    const { user } = renderKit(
      <Listening onKey={onKey}>
        <TextField label="Name" value="" onChange={() => undefined} />
        <CheckboxField label="Tick" checked={false} onChange={() => undefined} />
      </Listening>,
    );
    await user.type(screen.getByRole('textbox'), 'n');
    expect(onKey).not.toHaveBeenCalled();
    await user.tab();
    await user.keyboard('n');
    expect(onKey).toHaveBeenCalledTimes(1);
  });

  it('ignores its key while switched off and while a dialog is open', async () => {
    const onKey = jest.fn();
    const { user, rerender } = renderKit(<Listening onKey={onKey} when={false} />);
    await user.keyboard('n');
    rerender(
      <Listening onKey={onKey}>
        <TitledDialog open title="Question">
          Answer it.
        </TitledDialog>
      </Listening>,
    );
    await user.keyboard('n');
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

  it('lists keys with their effects and closes on Escape', async () => {
    const { user } = renderKit(<Opened />);
    const dialog = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(dialog).toHaveTextContent('/Go to search');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
});
