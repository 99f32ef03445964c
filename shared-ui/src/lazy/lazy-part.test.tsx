import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Component, type ReactNode, useState } from 'react';
import { TextField } from '../text-fields';
import { renderKit } from '../testing/render';
import { lazyDialog, lazySection } from '.';

const Chart = ({ title }: { title: string }): ReactNode => <h2>{title}</h2>;
const CopyDialog = ({ onClose }: { onClose: () => void }): ReactNode => <button onClick={onClose}>Copy</button>;

const offline = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' }));

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError({ message }: Error): { message: string } {
    return { message };
  }
  override render(): ReactNode {
    return this.state.message ?? this.props.children;
  }
}
const button = (name: string): HTMLElement => screen.getByRole('button', { name });

describe('lazySection', () => {
  it('shows the fallback, then the section', async () => {
    const Section = lazySection(() => Promise.resolve(Chart), <p>Shape</p>);
    renderKit(<Section title="Charges" />);
    expect(screen.getByText('Shape')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Charges' })).toBeVisible();
  });

  it('reports a failed load, keeps the rest of the page, and loads on Retry', async () => {
    const load = jest
      .fn(() => Promise.resolve(Chart))
      .mockImplementationOnce(offline)
      .mockImplementationOnce(offline);
    const Section = lazySection(load);
    const { user } = renderKit(
      <>
        <TextField label="Note" />
        <Section title="Charges" />
      </>,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load this');
    await user.type(screen.getByLabelText('Note'), 'Call back');
    await user.click(button('Retry'));
    expect(await screen.findByRole('heading', { name: 'Charges' })).toBeVisible();
    expect(screen.getByLabelText('Note')).toHaveValue('Call back');
  });

  it('leaves an error of the code itself to the module', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const Section = lazySection<{ title: string }>(() => Promise.reject(new TypeError('x is undefined')));
    renderKit(
      <Boundary>
        <Section title="Charges" />
      </Boundary>,
    );
    expect(await screen.findByText('x is undefined')).toBeVisible();
    jest.mocked(console.error).mockRestore();
  });

  it('tries again when shown next', async () => {
    const load = jest.fn(() => Promise.resolve(Chart)).mockImplementationOnce(offline);
    const Section = lazySection(load);
    const { unmount } = renderKit(<Section title="Charges" />);
    await screen.findByRole('alert');
    unmount();
    renderKit(<Section title="Charges" />);
    expect(await screen.findByRole('heading', { name: 'Charges' })).toBeVisible();
  });
});

describe('lazyDialog', () => {
  it('offers Retry and Cancel when the dialog fails to load', async () => {
    const load = jest
      .fn(() => Promise.resolve(CopyDialog))
      .mockImplementationOnce(offline)
      .mockImplementationOnce(offline);
    const Dialog = lazyDialog(load);
    function Page(): ReactNode {
      const [open, setOpen] = useState(false);
      return (
        <>
          <button onClick={() => setOpen(true)}>Open</button>
          {open && <Dialog onClose={() => setOpen(false)} />}
        </>
      );
    }
    const { user } = renderKit(<Page />);
    await user.click(button('Open'));
    expect(await screen.findByRole('alertdialog', { name: 'Couldn’t load this' })).toHaveTextContent(
      'What you entered is still there.',
    );
    await user.click(button('Cancel'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(button('Open'));
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
    expect(load).toHaveBeenCalledTimes(3);
  });
});
