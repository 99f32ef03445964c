import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { TitledDialog } from '../dialogs/TitledDialog';
import { Page } from '../layout';
import { renderKit } from '../testing/render';
import { SaveReminder, type SaveReminderProps } from './SaveReminder';

const noop = (): void => undefined;

const messages = 'You have unsaved changes. Please save your changes before leaving this page.';

function reminder(over: Partial<SaveReminderProps> = {}): React.ReactElement {
  return (
    <Page title="Office & provider hours">
      <SaveReminder
        changes={1}
        errors={[]}
        saving={false}
        onSave={() => undefined}
        onDiscard={() => undefined}
        {...over}
      />
    </Page>
  );
}

describe('SaveReminder', () => {
  it('renders nothing without changes', () => {
    renderKit(reminder({ changes: 0 }));
    expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('shows what the last save requires first', () => {
    const notSaved = 'Not saved: 1 error to correct first';
    const { rerender } = renderKit(reminder({ notSaved }));
    expect(within(screen.getByRole('region', { name: 'Unsaved changes' })).getByText(notSaved)).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(notSaved);
    rerender(reminder());
    expect(screen.queryByText(notSaved)).not.toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent(messages);
  });

  it('shows the result of the last command on a phone, unless the save requires something first', () => {
    const note = 'Restored 1 cell; save to keep';
    const media = window.matchMedia('');
    const isPhone = jest.spyOn(window, 'matchMedia').mockReturnValue(media);
    const wide = renderKit(reminder({ note, onUndo: noop }));
    expect(screen.queryByText(note)).not.toBeInTheDocument();
    wide.unmount();
    isPhone.mockReturnValue({ ...media, matches: true });
    const { rerender } = renderKit(reminder({ note, onUndo: noop }));
    const bar = screen.getByRole('region', { name: 'Unsaved changes' });
    expect(bar).toHaveTextContent(note);
    // The page announces the result.
    expect(screen.getByRole('status')).toHaveTextContent(messages);
    rerender(reminder({ note, onUndo: noop, notSaved: 'Not saved: 1 error to correct first' }));
    expect(bar).not.toHaveTextContent(note);
    isPhone.mockRestore();
  });

  it('keeps focus in the field until the click, which acts on the committed value', async () => {
    const order: string[] = [];
    const { user } = renderKit(
      <Page title="Hours">
        <input aria-label="Monday" onBlur={() => order.push('taken')} />
        <SaveReminder
          changes={1}
          errors={[]}
          saving={false}
          onSave={() => order.push('saved')}
          onDiscard={() => order.push('discarded')}
        />
      </Page>,
    );
    const field = screen.getByRole('textbox', { name: 'Monday' });
    act(() => field.focus());
    const save = screen.getByRole('button', { name: 'Save Changes' });
    await user.pointer({ keys: '[MouseLeft>]', target: save });
    expect(field).toHaveFocus();
    await user.pointer('[/MouseLeft]');
    expect(order).toEqual(['taken', 'saved']);
    expect(save).toHaveFocus();
  });

  it('explains why saving isn’t possible', async () => {
    const onSave = jest.fn();
    const reason = 'You don’t have permission to change hours. Ask an owner of this practice.';
    const { user } = renderKit(reminder({ reason, onSave }));
    const save = screen.getByRole('button', { name: 'Save Changes' });
    expect(save).toHaveAccessibleDescription(reason);
    await user.click(save);
    expect(onSave).not.toHaveBeenCalled();
  });

  describe('when it disappears while focused', () => {
    const page = (changes: number, sibling: React.ReactNode = null): React.ReactElement => (
      <Page title="Office & provider hours">
        <input aria-label="Monday" />
        <SaveReminder changes={changes} errors={[]} saving={false} onSave={noop} onDiscard={noop} />
        {sibling}
      </Page>
    );

    it('returns focus to the edited field', () => {
      const { rerender } = renderKit(page(0));
      act(() => screen.getByRole('textbox', { name: 'Monday' }).focus());
      rerender(page(1));
      act(() => screen.getByRole('button', { name: 'Save Changes' }).focus());
      rerender(page(0));
      expect(screen.getByRole('textbox', { name: 'Monday' })).toHaveFocus();
    });

    it('moves focus to the page heading when the edited field no longer exists', () => {
      const { rerender } = renderKit(reminder());
      act(() => screen.getByRole('button', { name: 'Save Changes' }).focus());
      rerender(reminder({ changes: 0 }));
      expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    });

    it('waits for an open confirmation before moving focus', async () => {
      const question = (open: boolean): React.ReactElement => (
        <TitledDialog open={open} title="Discard?">
          <button autoFocus>Discard them</button>
        </TitledDialog>
      );
      const { rerender } = renderKit(page(0, question(false)));
      act(() => screen.getByRole('textbox', { name: 'Monday' }).focus());
      rerender(page(1, question(false)));
      act(() => screen.getByRole('button', { name: 'Discard' }).focus());
      rerender(page(1, question(true)));
      expect(screen.getByRole('button', { name: 'Discard them' })).toHaveFocus();
      rerender(page(0, question(true)));
      rerender(page(0, question(false)));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      await waitFor(() => expect(screen.getByRole('textbox', { name: 'Monday' })).toHaveFocus());
    });
  });

  it('announces unsaved changes in the words of the specification', async () => {
    const { rerender } = renderKit(reminder({ changes: 0 }));
    const status = screen.getByRole('status');
    rerender(reminder({ changes: 1 }));
    expect(status).toHaveTextContent(messages);
    expect(screen.getByRole('region', { name: 'Unsaved changes' })).toHaveTextContent(messages);
    expect(screen.getByText('1 change')).toBeInTheDocument();
  });

  it('saves and discards', async () => {
    const onSave = jest.fn();
    const onDiscard = jest.fn();
    const { user } = renderKit(reminder({ onSave, onDiscard, changes: 1204 }));
    expect(screen.getByText('1,204 changes')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(onSave).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(onDiscard).toHaveBeenCalledTimes(1);
  });

  it('shows “Saving...” and ignores clicks while saving', async () => {
    const onSave = jest.fn();
    const onDiscard = jest.fn();
    const { user } = renderKit(reminder({ saving: true, onSave, onDiscard }));
    await user.click(screen.getByRole('button', { name: 'Saving...' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(onSave).not.toHaveBeenCalled();
    expect(onDiscard).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
  });

  it('goes to the first error', async () => {
    const first = jest.fn();
    const second = jest.fn();
    const { user } = renderKit(
      reminder({
        changes: 3,
        errors: [
          { label: 'Kim Osei, Wed', onGo: first },
          { label: 'Ana Whitfield, Fri', onGo: second },
        ],
      }),
    );
    const button = screen.getByRole('button', { name: 'Go to the first of 2 errors: Kim Osei, Wed' });
    expect(screen.getByRole('region', { name: 'Unsaved changes' })).toHaveTextContent('2 errors:');
    await user.click(button);
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).not.toHaveBeenCalled();
  });

  it('appears at the bottom of its page, after all other content', () => {
    renderKit(
      <Page title="Hours">
        <SaveReminder changes={1} errors={[]} saving={false} onSave={() => undefined} onDiscard={() => undefined} />
        <p>The last row</p>
      </Page>,
    );
    const order = screen
      .getByText('The last row')
      .compareDocumentPosition(screen.getByRole('region', { name: 'Unsaved changes' }));
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('works on a page that does not use the Page component', () => {
    renderKit(
      <SaveReminder changes={1} errors={[]} saving={false} onSave={() => undefined} onDiscard={() => undefined} />,
    );
    expect(screen.getByRole('region', { name: 'Unsaved changes' })).toBeInTheDocument();
  });
});
