import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { CopyIcon } from '../icons';
import { faultsIn } from '../testing/accessible';
import { renderKit } from '../testing/render';
import { Button, IconButton, Link, MenuButton, Popover } from '.';

describe('Button', () => {
  it('does its work on click, Enter and Space', async () => {
    const onClick = jest.fn();
    const { person } = renderKit(<Button onClick={onClick}>Add 2 features</Button>);
    await person.click(screen.getByRole('button', { name: 'Add 2 features' }));
    await person.keyboard('{Enter} ');
    expect(onClick).toHaveBeenCalledTimes(3);
  });

  it('keeps label and focus while it is busy, and ignores clicks', async () => {
    const onClick = jest.fn();
    const { person, rerender } = renderKit(<Button onClick={onClick}>Change 9 practices</Button>);
    const button = screen.getByRole('button', { name: 'Change 9 practices' });
    await person.tab();
    rerender(
      <Button busy onClick={onClick}>
        Change 9 practices
      </Button>,
    );
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-busy', 'true');
    await person.click(button);
    expect(onClick).not.toHaveBeenCalled();
  });

  it('stays reachable when it cannot be used, and says why', async () => {
    const onClick = jest.fn();
    const { person, container } = renderKit(
      <Button why="Only a manager can add features" onClick={onClick}>
        Add features
      </Button>,
    );
    await person.tab();
    const button = screen.getByRole('button', { name: 'Add features' });
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => expect(button).toHaveAccessibleDescription('Only a manager can add features'));
    await person.keyboard('{Enter}');
    expect(onClick).not.toHaveBeenCalled();
    expect(await faultsIn(container)).toEqual([]);
  });

  it('keeps the focus when the reason comes and goes', async () => {
    const { person, rerender } = renderKit(<Button why={undefined}>Save this page</Button>);
    await person.tab();
    const button = screen.getByRole('button', { name: 'Save this page' });
    rerender(<Button why="It is saved already">Saved</Button>);
    expect(screen.getByRole('button', { name: 'Saved' })).toBe(button);
    expect(button).toHaveFocus();
  });

  it('does not send the form it stands in while it is disabled', async () => {
    const onSubmit = jest.fn((event: React.FormEvent) => event.preventDefault());
    const { person } = renderKit(
      <form onSubmit={onSubmit}>
        <Button type="submit" disabled>
          Save
        </Button>
      </form>,
    );
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('IconButton', () => {
  it('is named by its label, which also shows on focus', async () => {
    const { person, container } = renderKit(<IconButton label="Copy Monday" icon={<CopyIcon />} />);
    await person.tab();
    expect(screen.getByRole('button', { name: 'Copy Monday' })).toHaveFocus();
    expect(await screen.findByRole('tooltip', { name: 'Copy Monday' })).toBeInTheDocument();
    expect(await faultsIn(container)).toEqual([]);
  });
});

describe('MenuButton', () => {
  const setUp = (chosen = jest.fn()) => ({
    chosen,
    ...renderKit(
      <MenuButton
        label="Copy day"
        items={[
          { label: 'To the whole week', onSelect: () => chosen('week') },
          'divider',
          { label: 'To other days…', onSelect: () => chosen('days'), detail: 'Choose them' },
          { label: 'To closed days', onSelect: () => chosen('closed'), disabled: true },
        ]}
      />,
    ),
  });

  it('opens by keyboard, moves with the arrows and gives the focus back', async () => {
    const { person, chosen } = setUp();
    await person.tab();
    const button = screen.getByRole('button', { name: 'Copy day' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await person.keyboard('{Enter}');
    expect(screen.getByRole('menu', { name: 'Copy day' })).toBeInTheDocument();
    expect(screen.getByRole('menuitem', { name: 'To the whole week' })).toHaveFocus();
    await person.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: /To other days/ })).toHaveFocus();
    await person.keyboard('{Enter}');
    expect(chosen).toHaveBeenCalledWith('days');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    expect(button).toHaveFocus();
  });

  it('closes on Escape without a choice', async () => {
    const { person, chosen } = setUp();
    await person.click(screen.getByRole('button', { name: 'Copy day' }));
    expect(await faultsIn(screen.getByRole('menu'))).toEqual([]);
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    expect(chosen).not.toHaveBeenCalled();
  });

  it('shows which of several entries is chosen', async () => {
    const { person } = renderKit(
      <MenuButton
        label="Theme"
        items={[
          { label: 'Light', checked: true, onSelect: () => undefined },
          { label: 'Dark', checked: false, onSelect: () => undefined },
        ]}
      />,
    );
    await person.click(screen.getByRole('button', { name: 'Theme' }));
    expect(screen.getByRole('menuitemradio', { name: 'Light' })).toBeChecked();
    expect(screen.getByRole('menuitemradio', { name: 'Dark' })).not.toBeChecked();
  });
});

describe('Popover', () => {
  function Opened(): React.ReactNode {
    const [anchor, setAnchor] = useState<HTMLElement | null>(null);
    return (
      <>
        <Button onClick={(event) => setAnchor(event.currentTarget)}>Choose days</Button>
        <Popover anchor={anchor} label="Days" onClose={() => setAnchor(null)}>
          <Button>Copy</Button>
        </Popover>
      </>
    );
  }

  it('is a named dialog that Escape closes, with the focus back where it was', async () => {
    const { person } = renderKit(<Opened />);
    await person.click(screen.getByRole('button', { name: 'Choose days' }));
    const dialog = screen.getByRole('dialog', { name: 'Days' });
    expect(await faultsIn(dialog)).toEqual([]);
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Choose days' })).toHaveFocus();
  });
});

describe('Link', () => {
  it('says that it opens a new tab', () => {
    renderKit(
      <Link href="/settings/4/" newTab>
        Bright Smiles North
      </Link>,
    );
    const link = screen.getByRole('link', { name: 'Bright Smiles North (opens in a new tab)' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
  });
});
