import { describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { renderKit } from '../testing/render';
import { MultiSelect } from '.';

const options = [
  { value: 'core', label: 'Core', detail: 'Charts and recall', note: 'subscription' },
  { value: 'growth', label: 'Growth', detail: 'Campaigns' },
  { value: 'voice', label: 'Voice', detail: 'Call tracking' },
];

function Select({ error }: { error?: string }): ReactNode {
  const [values, setValues] = useState(['core', 'old']);
  return (
    <MultiSelect
      label="Bundles"
      options={options}
      values={values}
      before={['core', 'old']}
      onChange={setValues}
      error={error}
    />
  );
}

const chips = (): string[] =>
  within(screen.getByRole('list', { name: 'Bundles' }))
    .getAllByRole('listitem')
    .map((chip) => chip.textContent);
const optionNames = (): (string | null)[] => screen.getAllByRole('option').map(({ textContent }) => textContent);
const search = (): HTMLElement => screen.getByRole('combobox', { name: 'Bundles' });

describe('MultiSelect', () => {
  it('shows sources, marks additions and removals, and reverts a removal', async () => {
    const { user } = renderKit(<Select error="Not these" />);
    expect(chips()).toEqual(['Core subscription', 'old']);
    expect(search()).toHaveAccessibleDescription('Not these');
    await user.click(screen.getByRole('button', { name: 'Remove Core' }));
    expect(search()).toHaveFocus();
    expect(chips()).toEqual(['Core (removed) subscription', 'old']);
    await user.click(screen.getByRole('button', { name: 'Choose Bundles' }));
    expect(screen.getByRole('listbox', { name: 'Bundles' })).toBeVisible();
    await user.click(screen.getByRole('option', { name: /^Growth/ }));
    expect(screen.getByRole('option', { name: /^Growth/, selected: true })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(chips()).toEqual(['Core (removed) subscription', 'old', 'Growth (added)']);
    await user.click(screen.getByRole('button', { name: 'Revert Core' }));
    expect(chips()).toEqual(['Core subscription', 'old', 'Growth (added)']);
  });

  it('adds, removes and reverts with only the keyboard', async () => {
    const { user } = renderKit(<Select />);
    await user.tab();
    await user.tab();
    await user.tab();
    expect(search()).toHaveFocus();
    await user.keyboard('voice{ArrowDown}{Enter}{Escape}');
    expect(chips()).toEqual(['Core subscription', 'old', 'Voice (added)']);
    await user.clear(search());
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('button', { name: 'Remove old' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(chips()).toEqual(['Core subscription', 'old (removed)', 'Voice (added)']);
    expect(search()).toHaveFocus();
    await user.keyboard('{Backspace}');
    expect(chips()).toEqual(['Core subscription', 'old (removed)']);
    await user.tab({ shift: true });
    expect(screen.getByRole('button', { name: 'Revert old' })).toHaveFocus();
    await user.keyboard(' ');
    expect(chips()).toEqual(['Core subscription', 'old']);
  });

  it('searches label and detail for every word, and keeps the search after each selection', async () => {
    const { user } = renderKit(<Select />);
    await user.type(search(), 'c');
    expect(optionNames()).toHaveLength(3);
    await user.click(screen.getByRole('option', { name: /^Voice/ }));
    expect(search()).toHaveValue('c');
    await user.type(search(), 'all tracking');
    expect(optionNames()).toEqual(['VoiceCall tracking']);
    expect(screen.getByText('1 of 3 found')).toBeInTheDocument();
    await user.type(search(), ' x');
    expect(screen.getByText('Nothing matches “call tracking x”.')).toBeVisible();
  });

  it('folds a long selection on a phone, except changed items', async () => {
    const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
    const many = Array.from({ length: 9 }, (_, at) => `Choice ${at + 1}`);
    const { user } = renderKit(
      <MultiSelect
        label="Bundles"
        options={options}
        values={[...many.slice(0, 8), 'voice']}
        before={many}
        onChange={() => undefined}
      />,
    );
    const folded = [...many.slice(0, 4), 'Choice 9 (removed)', 'Voice (added)', 'Show 4 more'];
    expect(chips()).toEqual(folded);
    const more = screen.getByRole('button', { name: 'Show 4 more: Bundles', expanded: false });
    await user.click(more);
    expect(chips()).toHaveLength(11);
    expect(more).toHaveAccessibleName('Show fewer: Bundles');
    await user.click(more);
    expect(chips()).toEqual(folded);
    // The arrow key that enters the chips unfolds them first.
    await user.click(search());
    await user.keyboard('{ArrowLeft}');
    expect(chips()).toHaveLength(11);
    expect(search()).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('button', { name: 'Remove Voice' })).toHaveFocus();
    media.mockRestore();
  });

  describe('with sources that several choices share', () => {
    const sources = ['Ada', 'Bea', 'Cy', 'Dot', 'Eve', 'Flo', 'New'].map((label, at) => ({
      value: label,
      label,
      ...(at < 6 && { note: at < 3 ? 'via Core' : 'via Voice' }),
    }));
    const before = sources.slice(0, 6).map(({ value }) => value);
    function Grouped(): ReactNode {
      const [values, setValues] = useState(before);
      return <MultiSelect label="Bundles" options={sources} values={values} before={before} onChange={setValues} />;
    }
    const chipsOf = (source: string): string[] =>
      within(screen.getByRole('list', { name: source }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);

    it('names each source once, and keeps the arrow keys in the order of the chips', async () => {
      const { user } = renderKit(<Grouped />);
      expect(chipsOf('via Core')).toEqual(['Ada', 'Bea', 'Cy']);
      expect(chipsOf('via Voice')).toEqual(['Dot', 'Eve', 'Flo']);
      await user.click(screen.getByRole('button', { name: 'Remove Bea' }));
      await user.click(screen.getByRole('button', { name: 'Revert Bea' }));
      await user.type(search(), 'new{ArrowDown}{Enter}{Escape}');
      await user.clear(search());
      expect(chipsOf('via Core')).toEqual(['Ada', 'Bea', 'Cy']);
      for (const label of ['New', 'Flo', 'Eve', 'Dot', 'Cy', 'Bea', 'Ada']) {
        await user.keyboard('{ArrowLeft}');
        expect(screen.getByRole('button', { name: `Remove ${label}` })).toHaveFocus();
      }
    });

    it('folds to the sources and the changed choices on a phone', async () => {
      const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
      const { user } = renderKit(<Grouped />);
      expect(chips()).toEqual(['via Core (3)', 'via Voice (3)', 'Show all 6']);
      await user.click(screen.getByRole('button', { name: 'Show all 6: Bundles' }));
      await user.click(screen.getByRole('button', { name: 'Remove Bea' }));
      await user.click(screen.getByRole('button', { name: 'Show fewer: Bundles' }));
      expect(chipsOf('via Core (3)')).toEqual(['Bea (removed)']);
      media.mockRestore();
    });
  });

  it('does not open when disabled', async () => {
    const { user } = renderKit(
      <MultiSelect disabled label="Flags" options={options} values={[]} onChange={() => undefined} />,
    );
    expect(screen.getByPlaceholderText('None')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Flags' }));
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });
});
