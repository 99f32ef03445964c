import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { Tooltip } from '../mui/Tooltip';
import { renderKit } from '../testing/render';

describe('Tooltip', () => {
  it('describes its child even while hidden', () => {
    renderKit(
      <Tooltip title="Only a manager can do this" describeChild>
        <button type="button">Add</button>
      </Tooltip>,
    );
    expect(screen.getByRole('button', { name: 'Add' })).toHaveAccessibleDescription('Only a manager can do this');
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('opens on focus and closes on Escape', async () => {
    const { user } = renderKit(
      <Tooltip title="Only a manager can do this" describeChild>
        <button type="button">Add</button>
      </Tooltip>,
    );
    await user.tab();
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Only a manager can do this');
    expect(screen.getByRole('button')).toHaveAccessibleDescription('Only a manager can do this');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
  });

  it('renders inside the native dialog that contains its child', async () => {
    const { user } = renderKit(
      <dialog open>
        <Tooltip title="Show password">
          <button type="button" />
        </Tooltip>
      </dialog>,
    );
    await user.hover(screen.getByRole('button', { name: 'Show password' }));
    const tooltip = await screen.findByRole('tooltip');
    expect(screen.getByRole('dialog')).toContainElement(tooltip);
  });

  it('renders nothing without a text', async () => {
    const { user } = renderKit(
      <Tooltip title="" describeChild>
        <button type="button">Add</button>
      </Tooltip>,
    );
    await user.tab();
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    expect(screen.getByRole('button')).not.toHaveAccessibleDescription();
  });
});
