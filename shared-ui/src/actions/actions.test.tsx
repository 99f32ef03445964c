import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { CopyIcon } from '../icons';
import { Button } from '../mui/Button';
import { IconButton } from '../mui/IconButton';
import { Tooltip } from '../mui/Tooltip';
import { renderKit } from '../testing/render';
import { MenuButton } from './MenuButton';
import { NewTabLink } from './NewTabLink';
import { pageLink } from './page-link';
import { PopoverDialog } from './PopoverDialog';

describe('pageLink', () => {
  it('navigates without a page load, but leaves clicks with a modifier key to the browser', async () => {
    const navigate = jest.fn();
    const seen = jest.fn<(prevented: boolean) => void>();
    const { user } = renderKit(
      <div
        onClick={({ nativeEvent }) => {
          seen(nativeEvent.defaultPrevented);
          nativeEvent.preventDefault();
        }}
        role="presentation"
      >
        <a {...pageLink('/internal/modules', navigate)}>Module health</a>
      </div>,
    );
    const link = screen.getByRole('link', { name: 'Module health' });
    expect(link).toHaveAttribute('href', '/internal/modules');
    await user.keyboard('{Control>}');
    await user.click(link);
    await user.keyboard('{/Control}');
    expect(navigate).not.toHaveBeenCalled();
    await user.click(link);
    expect(navigate.mock.calls).toEqual([['/internal/modules']]);
    expect(seen.mock.calls).toEqual([[false], [true]]);
  });
});

describe('Button', () => {
  it('keeps label and focus and ignores clicks while busy', async () => {
    const onClick = jest.fn();
    const { user, rerender } = renderKit(<Button onClick={onClick}>Change 9 practices</Button>);
    const button = screen.getByRole('button', { name: 'Change 9 practices' });
    await user.tab();
    rerender(
      <Button loading onClick={onClick}>
        Change 9 practices
      </Button>,
    );
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.click(button);
    expect(onClick).not.toHaveBeenCalled();
  });

  it('stays focusable while disabled and explains why', async () => {
    const onClick = jest.fn();
    const { user } = renderKit(
      <Button reason="Only a manager can add features" onClick={onClick}>
        Add features
      </Button>,
    );
    await user.tab();
    const button = screen.getByRole('button', { name: 'Add features' });
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => expect(button).toHaveAccessibleDescription('Only a manager can add features'));
    await user.keyboard('{Enter}');
    expect(onClick).not.toHaveBeenCalled();
  });

  it('keeps the focus when the reason appears', async () => {
    const { user, rerender } = renderKit(<Button reason={undefined}>Save this page</Button>);
    await user.tab();
    const button = screen.getByRole('button', { name: 'Save this page' });
    rerender(<Button reason="It is saved already">Saved</Button>);
    expect(screen.getByRole('button', { name: 'Saved' })).toBe(button);
    expect(button).toHaveFocus();
  });

  it('does not submit its form while disabled', async () => {
    const onSubmit = jest.fn((event: React.FormEvent) => event.preventDefault());
    const { user } = renderKit(
      <form onSubmit={onSubmit}>
        <Button type="submit" disabled>
          Save
        </Button>
      </form>,
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('IconButton', () => {
  it('shows its label as its name and as a tooltip on focus', async () => {
    const { user } = renderKit(
      <Tooltip title="Copy Monday">
        <IconButton>
          <CopyIcon />
        </IconButton>
      </Tooltip>,
    );
    await user.tab();
    expect(screen.getByRole('button', { name: 'Copy Monday' })).toHaveFocus();
    expect(await screen.findByRole('tooltip', { name: 'Copy Monday' })).toBeInTheDocument();
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

  it('announces whether it is open, and runs the chosen entry', async () => {
    const { user, chosen } = setUp();
    const button = screen.getByRole('button', { name: 'Copy day' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    expect(screen.getByRole('menu', { name: 'Copy day' })).toBeVisible();
    await user.click(screen.getByRole('menuitem', { name: /To other days/ }));
    expect(chosen).toHaveBeenCalledWith('days');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });

  it('colors a dangerous entry only while it can be chosen', async () => {
    const item = { label: 'Remove', danger: true, onSelect: () => undefined };
    const { user } = renderKit(
      <MenuButton
        label="Actions"
        items={[item, { ...item, label: 'Remove Room 2', detail: 'It has appointments', disabled: true }]}
      />,
    );
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    expect(screen.getByRole('menuitem', { name: 'Remove' }).style.color).not.toBe('');
    expect(screen.getByRole('menuitem', { name: /Remove Room 2/ }).style.color).toBe('');
  });

  it('marks the chosen entry', async () => {
    const { user } = renderKit(
      <MenuButton
        label="Theme"
        items={[
          { label: 'Light', checked: true, onSelect: () => undefined },
          { label: 'Dark', checked: false, onSelect: () => undefined },
        ]}
      />,
    );
    await user.click(screen.getByRole('button', { name: 'Theme' }));
    expect(screen.getByRole('menuitemradio', { name: 'Light' })).toBeChecked();
    expect(screen.getByRole('menuitemradio', { name: 'Dark' })).not.toBeChecked();
  });
});

function OpenedPopover(): React.ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button onClick={(event) => setAnchor(event.currentTarget)}>Choose days</Button>
      <PopoverDialog anchorEl={anchor} label="Days" onClose={() => setAnchor(null)}>
        <Button>Copy</Button>
      </PopoverDialog>
    </>
  );
}

describe('Popover', () => {
  it('opens as a named dialog', async () => {
    const { user } = renderKit(<OpenedPopover />);
    await user.click(screen.getByRole('button', { name: 'Choose days' }));
    expect(screen.getByRole('dialog', { name: 'Days' })).toBeVisible();
  });
});

describe.each([
  ['Menu', () => <MenuButton label="Actions" items={[{ label: 'Delete', onSelect: () => undefined }]} />],
  ['Popover', () => <OpenedPopover />],
])('%s', (_, Layer) => {
  it('returns focus to its opener without scrolling', async () => {
    const { user } = renderKit(<Layer />);
    const opener = screen.getByRole('button');
    await user.click(opener);
    await waitFor(() => expect(opener).not.toHaveFocus());
    const focus = jest.spyOn(opener, 'focus');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  });
});

describe('Link', () => {
  it('announces that it opens a new tab', () => {
    renderKit(<NewTabLink href="/settings/4/">Bright Smiles North</NewTabLink>);
    const link = screen.getByRole('link', { name: 'Bright Smiles North (opens in a new tab)' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
  });
});
