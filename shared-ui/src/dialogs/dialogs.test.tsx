import { describe, expect, it, jest } from '@jest/globals';
import Drawer from '@mui/material/Drawer';
import { act, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '../mui/Button';
import { renderKit } from '../testing/render';
import { TextField } from '../text-fields/TextField';
import { ConsoleTheme } from '../theme';
import { ConfirmDialog, type ConfirmDialogProps } from '.';
import { TitledDialog } from './TitledDialog';

function Opened({ name = 'Copy day…' }: { name?: string }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      <TitledDialog
        open={open}
        title={`About: ${name}`}
        onClose={() => setOpen(false)}
        actions={<Button variant="contained">Copy to 3 days</Button>}
      >
        <TextField label="Note" value="" onChange={() => undefined} />
      </TitledDialog>
    </>
  );
}

describe('Dialog', () => {
  it('has a title, a close button and its actions', async () => {
    const { user } = renderKit(<Opened />);
    await user.click(screen.getByRole('button', { name: 'Copy day…' }));
    expect(screen.getByRole('dialog', { name: 'About: Copy day…' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy to 3 days' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('starts its tab order at the first field', async () => {
    const { user } = renderKit(
      <TitledDialog open title="Rename room" onClose={() => undefined}>
        <input aria-label="Name" />
      </TitledDialog>,
    );
    await user.tab();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  });

  it.each([
    ['returns the focus from an element over it', false],
    ['leaves the focus in a frame over it, and Tab continues from the body into frames', true],
  ])('%s', async (_, framesOver) => {
    const { user } = renderKit(
      <TitledDialog open disableEnforceFocus={framesOver} title="Add card" actions={<Button>Add</Button>}>
        Card
      </TitledDialog>,
    );
    const add = screen.getByRole('button', { name: 'Add' });
    act(() => add.focus());
    const frame = document.body.appendChild(document.createElement('iframe'));
    act(() => frame.focus());
    expect(document.activeElement === frame).toBe(framesOver);
    frame.remove();
    act(() => add.focus());
    await user.tab();
    expect(framesOver ? screen.getByRole('group', { name: 'Add card' }) : add).toHaveFocus();
  });

  it('hides every React root from screen readers until it closes', async () => {
    const { user, container } = renderKit(<p>The first root</p>);
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
    await user.click(screen.getByRole('button', { name: 'In the second root' }));
    expect(container).toHaveAttribute('aria-hidden', 'true');
    expect(node).toHaveAttribute('aria-hidden', 'true');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(container).not.toHaveAttribute('aria-hidden'));
    expect(node).not.toHaveAttribute('aria-hidden');
    act(() => root.unmount());
    node.remove();
  });

  it('reveals the page when its root unmounts while open', async () => {
    const { user, container } = renderKit(<p>The first root</p>);
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
    await user.click(screen.getByRole('button', { name: 'In a module that goes' }));
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

  it('describes the consequences and names the action on its button', async () => {
    const { user, onConfirm } = renderConfirm();
    const dialog = screen.getByRole('alertdialog', { name: 'Cancel this subscription?' });
    expect(dialog).toHaveAccessibleDescription('It ends today, without refund.');
    expect(screen.getByRole('button', { name: 'Cancel subscription' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('focuses the cancel button by default when dangerous', async () => {
    const { user, onConfirm, onCancel } = renderConfirm({ danger: true });
    expect(screen.getByRole('button', { name: 'Back' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(onConfirm).not.toHaveBeenCalled();
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  it('ignores cancel and confirm while busy', async () => {
    const { user, onConfirm, onCancel } = renderConfirm({ busy: true });
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await user.keyboard('{Escape}');
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
        <Drawer
          open={open}
          anchor="left"
          onClose={() => setOpen(false)}
          slotProps={{
            paper: {
              role: 'dialog',
              'aria-label': 'Navigation',
              'aria-modal': true,
              style: { width: 'min(264px, calc(100vw - 56px))' },
            },
          }}
        >
          <a href="/hours">Hours</a>
        </Drawer>
      </>
    );
  }

  it('opens as a named dialog', async () => {
    const { user } = renderKit(<Opened />);
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const drawer = screen.getByRole('dialog', { name: 'Navigation' });
    expect(drawer).toHaveAttribute('aria-modal', 'true');
  });
});
