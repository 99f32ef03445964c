import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { screen } from 'storybook/test';
import { CheckboxField } from '../choices/CheckboxField';
import { fieldWidth } from '../stories/frames';
import { EMPTY_SCRIPT, installStripeForStories } from '../stories/stripe';
import { CardForm } from './CardForm';

const never = (): Promise<never> => new Promise(() => undefined);

const meta = {
  title: 'Cards/CardForm',
  component: CardForm,
  decorators: [fieldWidth],
  args: {
    publishableKey: 'pk_test_story',
    stripeJsUrl: EMPTY_SCRIPT,
    nonce: '',
    createIntent: () => Promise.resolve('seti_1_secret_1'),
    onSaved: action('saved'),
    onCancel: action('canceled'),
  },
  beforeEach: () => {
    installStripeForStories();
  },
} satisfies Meta<typeof CardForm>;

export default meta;
type Story = StoryObj<typeof meta>;

const formIsThere = async (): Promise<void> => {
  await screen.findByLabelText('Card number');
};
const failureIsThere = async (): Promise<void> => {
  await screen.findByRole('alert');
};

export const Default: Story = { play: formIsThere };
export const WithChoices: Story = {
  args: { children: <CheckboxField label="Make it the default card" checked onChange={action('default')} /> },
  play: formIsThere,
};
export const Loading: Story = { args: { createIntent: never } };
export const Failed: Story = {
  args: { createIntent: () => Promise.reject(new Error('No connection')) },
  play: failureIsThere,
};
export const FailedWithReason: Story = {
  args: {
    // The form shows a thrown string as its error.
    createIntent: async () => {
      await Promise.resolve();
      throw 'Rate limit exceeded. Please try again later.';
    },
  },
  play: failureIsThere,
};
export const Declined: Story = {
  beforeEach: () => {
    installStripeForStories({ error: { type: 'card_error', message: 'Your card was declined.' } });
  },
  play: async ({ canvas, userEvent }) => {
    await formIsThere();
    await userEvent.click(canvas.getByRole('button', { name: 'Add card' }));
    await canvas.findByText('Your card was declined.');
  },
};
export const Busy: Story = {
  args: { onSaved: never },
  play: async ({ canvas, userEvent }) => {
    await formIsThere();
    await userEvent.click(canvas.getByRole('button', { name: 'Add card' }));
  },
};
