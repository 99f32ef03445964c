import { describe, expect, it } from '@jest/globals';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { act, screen, within } from '@testing-library/react';
import { Button } from '../mui/Button';
import { renderKit } from '../testing/render';
import { FactLine, FloatingBar, Page, Panel, Toolbar, VisuallyHidden } from '.';

describe('Page', () => {
  it('shows one focusable heading, the lead, the actions and a panel', async () => {
    renderKit(
      <Page title="Hours worked" lead="What each provider worked." actions={<Button>Recalculate</Button>}>
        <Panel title="Summary" description="This week" actions={<Button>Collapse</Button>}>
          <Stack spacing={4}>
            <Typography>Content</Typography>
            <Divider />
            <Typography variant="subtitle2" color="textTertiary" component="span">
              Label
            </Typography>
            <VisuallyHidden>for screen readers</VisuallyHidden>
          </Stack>
        </Panel>
      </Page>,
    );
    const heading = screen.getByRole('heading', { level: 1, name: 'Hours worked' });
    expect(heading).toHaveAttribute('data-page-heading');
    heading.focus();
    expect(heading).toHaveFocus();
    expect(screen.getByText('What each provider worked.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Recalculate' })).toBeInTheDocument();
    const panel = screen.getByRole('region', { name: 'Summary' });
    expect(within(panel).getByRole('heading', { level: 2, name: 'Summary' })).toBeInTheDocument();
  });
});

describe('page subject', () => {
  it('appears next to the heading but not in its accessible name', () => {
    renderKit(
      <Page title="Payment methods" subject={<span>Bright Smiles Dental</span>}>
        Cards
      </Page>,
    );
    const heading = screen.getByRole('heading', { level: 1, name: 'Payment methods' });
    expect(heading.nextElementSibling).toHaveTextContent('Bright Smiles Dental');
  });
});

describe('FloatingBar', () => {
  const page = (shown: boolean) => (
    <Page title="All practices">
      <input type="checkbox" aria-label="Select Lakeside" />
      <FloatingBar label="Selection" shown={shown} actions={<Button>Add…</Button>} details="Lakeside">
        1 practice selected
      </FloatingBar>
      <p>The last row</p>
    </Page>
  );

  it('appears at the bottom of the page while shown', async () => {
    const { rerender } = renderKit(page(false));
    expect(screen.queryByRole('group', { name: 'Selection' })).toBeNull();
    rerender(page(true));
    const bar = screen.getByRole('group', { name: 'Selection' });
    expect(bar).toHaveTextContent('1 practice selectedAdd…Lakeside');
    const order = screen.getByText('The last row').compareDocumentPosition(bar);
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('returns focus when it disappears while focused', () => {
    const { rerender } = renderKit(page(false));
    act(() => screen.getByRole('checkbox').focus());
    rerender(page(true));
    act(() => screen.getByRole('button', { name: 'Add…' }).focus());
    rerender(page(false));
    expect(screen.getByRole('checkbox')).toHaveFocus();
  });
});

describe('Toolbar', () => {
  it('groups filters and actions under an accessible name', () => {
    renderKit(
      <Toolbar label="Providers" actions={<Button>Copy day…</Button>}>
        <Button>Filter</Button>
      </Toolbar>,
    );
    const bar = screen.getByRole('group', { name: 'Providers' });
    expect(
      within(bar)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Filter', 'Copy day…']);
  });
});

describe('FactLine', () => {
  it('leaves out empty facts, and keeps dots out of its text', () => {
    const { container } = renderKit(<FactLine facts={['a@b.example', null, '', undefined, '2 seats']} />);
    expect(container).toHaveTextContent(/^a@b\.example 2 seats$/);
  });

  it('shows nothing without facts', () => {
    const { container } = renderKit(<FactLine facts={[null, '']} />);
    expect(container).toHaveTextContent('');
    expect(container.querySelector('span')).toBeNull();
  });
});
