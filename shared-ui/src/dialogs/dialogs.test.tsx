import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '../actions';
import { TextInput } from '../fields';
import { faultsIn } from '../testing/accessible';
import { renderKit } from '../testing/render';
import { ConsoleTheme } from '../theme';
import { ConfirmDialog, type ConfirmDialogProps, Dialog, Drawer } from '.';

function Opened({ name = 'Copy day…' }: { name?: string }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      <Dialog
        open={open}
        title={`About: ${name}`}
        onClose={() => setOpen(false)}
        actions={<Button variant="primary">Copy to 3 days</Button>}
      >
        <TextInput label="Note" value="" onChange={() => undefined} />
      </Dialog>
    </>
  );
}

describe('Dialog', () => {
  it('is named, holds the focus and gives it back', async () => {
    const { person } = renderKit(<Opened />);
    const opener = screen.getByRole('button', { name: 'Copy day…' });
    await person.click(opener);
    const dialog = screen.getByRole('dialog', { name: 'About: Copy day…' });
    expect(await faultsIn(dialog)).toEqual([]);
    expect(dialog.closest('[role=presentation]')).toContainElement(document.activeElement as HTMLElement);
    const inside = [
      screen.getByRole('button', { name: 'Close' }),
      screen.getByRole('textbox', { name: 'Note' }),
      screen.getByRole('button', { name: 'Copy to 3 days' }),
    ];
    for (const control of [...inside, inside[0]]) {
      await person.tab();
      expect(control).toHaveFocus();
    }
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(opener).toHaveFocus();
  });

  it.each([
    ['takes the focus back from what lies over it', false],
    ['leaves the focus to a frame that lies over it, and still keeps Tab inside', true],
  ])('%s', async (_, framesOver) => {
    const { person } = renderKit(
      <Dialog open framesOver={framesOver} title="Add card" actions={<Button>Add</Button>}>
        Card
      </Dialog>,
    );
    await person.tab();
    const add = screen.getByRole('button', { name: 'Add' });
    expect(add).toHaveFocus();
    const frame = document.body.appendChild(document.createElement('iframe'));
    act(() => frame.focus());
    expect(document.activeElement === frame).toBe(framesOver);
    frame.remove();
    act(() => add.focus());
    await person.tab();
    expect(add).toHaveFocus();
  });

  it('hides the page behind it from screen readers until it closes, from whichever root it came', async () => {
    const { person, container } = renderKit(<p>The first root</p>);
    const node = document.createElement('div');
    document.body.append(node);
    const root = createRoot(node);
    act(() =>
      root.render(
        <ConsoleTheme nonce="">
          <Opened name="In the second root" />
        </ConsoleTheme>,
      ),
    );
    await person.click(screen.getByRole('button', { name: 'In the second root' }));
    expect(container).toHaveAttribute('aria-hidden', 'true');
    expect(node).toHaveAttribute('aria-hidden', 'true');
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(container).not.toHaveAttribute('aria-hidden'));
    expect(node).not.toHaveAttribute('aria-hidden');
    act(() => root.unmount());
    node.remove();
  });

  it('does not leave the page hidden when its root goes while it is open', async () => {
    const { person, container } = renderKit(<p>The first root</p>);
    const node = document.createElement('div');
    document.body.append(node);
    const root = createRoot(node);
    act(() =>
      root.render(
        <ConsoleTheme nonce="">
          <Opened name="In a module that goes" />
        </ConsoleTheme>,
      ),
    );
    await person.click(screen.getByRole('button', { name: 'In a module that goes' }));
    act(() => root.unmount());
    node.remove();
    expect(container).not.toHaveAttribute('aria-hidden');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('ConfirmDialog', () => {
  function renderConfirm(over: Partial<ConfirmDialogProps> = {}) {
    const onConfirm = jest.fn();
    const onCancel = jest.fn();
    const props = {
      open: true,
      title: 'Cancel this subscription?',
      confirmLabel: 'Cancel subscription',
      cancelLabel: 'Back',
    };
    return {
      onConfirm,
      onCancel,
      ...renderKit(
        <ConfirmDialog {...props} {...{ onConfirm, onCancel }} {...over}>
          It ends today, without refund.
        </ConfirmDialog>,
      ),
    };
  }

  it('asks with its effect and says what its button does', async () => {
    const { person, onConfirm } = renderConfirm();
    const dialog = screen.getByRole('alertdialog', { name: 'Cancel this subscription?' });
    expect(dialog).toHaveAccessibleDescription('It ends today, without refund.');
    expect(await faultsIn(dialog)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Cancel subscription' })).toHaveFocus();
    await person.keyboard('{Enter}');
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('has the way back as its default when it is dangerous', async () => {
    const { person, onConfirm, onCancel } = renderConfirm({ danger: true });
    expect(screen.getByRole('button', { name: 'Back' })).toHaveFocus();
    await person.keyboard('{Enter}');
    expect(onConfirm).not.toHaveBeenCalled();
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  it('cannot be left or confirmed twice while it is busy', async () => {
    const { person, onConfirm, onCancel } = renderConfirm({ busy: true });
    await person.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    await person.click(screen.getByRole('button', { name: 'Back' }));
    await person.keyboard('{Escape}');
    expect(onConfirm).not.toHaveBeenCalled();
    expect(onCancel).not.toHaveBeenCalled();
  });
});

describe('Drawer', () => {
  function Opened(): ReactNode {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setOpen(true)}>Menu</Button>
        <Drawer open={open} label="Navigation" side="left" width={264} onClose={() => setOpen(false)}>
          <a href="/hours">Hours</a>
        </Drawer>
      </>
    );
  }

  it('is a named dialog that Escape closes, with the focus back where it was', async () => {
    const { person } = renderKit(<Opened />);
    await person.click(screen.getByRole('button', { name: 'Menu' }));
    const drawer = screen.getByRole('dialog', { name: 'Navigation' });
    expect(await faultsIn(drawer)).toEqual([]);
    await person.tab();
    expect(screen.getByRole('link', { name: 'Hours' })).toHaveFocus();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus();
  });
});
