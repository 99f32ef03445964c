import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { Button } from '../actions';
import { accessibilityViolations } from '../testing/accessibility';
import { renderKit } from '../testing/render';
import { Divider, FactLine, Page, Panel, Stack, Text, Toolbar, VisuallyHidden } from '.';

describe('Page', () => {
  it('shows one focusable heading, the lead, the actions and a panel', async () => {
    const { container } = renderKit(
      <Page title="Hours worked" lead="What each provider worked." actions={<Button>Recalculate</Button>}>
        <Panel title="Summary" description="This week" actions={<Button>Collapse</Button>}>
          <Stack>
            <Text>Content</Text>
            <Divider />
            <Text variant="label" tone="third">
              Label
            </Text>
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
    expect(await accessibilityViolations(container)).toEqual([]);
  });
});

describe('Toolbar', () => {
  it('groups filters and actions under a name', () => {
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
  it('leaves out empty facts, and has no dot in its text that could wrap alone', () => {
    const { container } = renderKit(<FactLine facts={['a@b.example', null, '', undefined, '2 seats']} />);
    expect(container).toHaveTextContent(/^a@b\.example 2 seats$/);
  });

  it('shows nothing without facts', () => {
    const { container } = renderKit(<FactLine facts={[null, '']} />);
    expect(container).toHaveTextContent('');
    expect(container.querySelector('span')).toBeNull();
  });
});
