import { describe, expect, it, jest } from '@jest/globals';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { screen } from '@testing-library/react';
import { Button } from '../mui/Button';
import { renderKit } from '../testing/render';
import { EmptyState, ErrorState, InlineStatus, LoadingBlock, RetryNotice, StatusBadge } from '.';
import { RemovableChip } from './RemovableChip';

describe('LoadingBlock, EmptyState and ErrorState', () => {
  it('announces that content is loading', async () => {
    renderKit(<LoadingBlock />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  });

  it('explains an empty state and offers an action', async () => {
    renderKit(
      <EmptyState title="No payments yet" action={<Button>Choose a plan</Button>}>
        Invoices appear here after the first charge.
      </EmptyState>,
    );
    expect(screen.getByText('Invoices appear here after the first charge.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose a plan' })).toBeInTheDocument();
  });

  it('shows what failed and offers a retry', async () => {
    const onRetry = jest.fn();
    const { user } = renderKit(<ErrorState message="Failed to fetch provider hours" onRetry={onRetry} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch provider hours');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});

describe('RetryNotice and Notice', () => {
  it('shows what failed to load and offers a retry', async () => {
    const onRetry = jest.fn();
    const { user } = renderKit(
      <RetryNotice title="Failed to load subscriptions" onRetry={onRetry}>
        What is shown may be old.
      </RetryNotice>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('What is shown may be old.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('announces a notice only when `live` is set', async () => {
    const { rerender } = renderKit(<Alert severity="info">Changes take effect later.</Alert>);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    rerender(
      <Alert severity="warning" role="status" action={<Button>Compare</Button>}>
        <AlertTitle>Saved meanwhile</AlertTitle>
        Maria Sandoval changed these hours.
      </Alert>,
    );
    expect(screen.getByRole('status')).toHaveTextContent('Saved meanwhile');
    rerender(
      <Alert severity="error" role="alert">
        The session has ended.
      </Alert>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('The session has ended.');
  });
});

describe('InlineStatus', () => {
  it('renders without a text, so that screen readers announce a later one', () => {
    const { rerender } = renderKit(<InlineStatus tone="success" />);
    const status = screen.getByRole('status');
    expect(status).toBeEmptyDOMElement();
    rerender(<InlineStatus tone="success">Saved successfully!</InlineStatus>);
    expect(status).toHaveTextContent('Saved successfully!');
    rerender(<InlineStatus tone="danger">Failed to save</InlineStatus>);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to save');
  });
});

describe('StatusBadge and Chip', () => {
  it('shows a different icon for each tone', async () => {
    const { container } = renderKit(
      <>
        <StatusBadge tone="success">Active</StatusBadge>
        <StatusBadge tone="danger">Past due</StatusBadge>
        <StatusBadge tone="attention">Ends: Nov 30, 2026</StatusBadge>
      </>,
    );
    expect(screen.getByText('Active').parentElement?.querySelector('svg')).toBeInTheDocument();
    const drawings = [...container.querySelectorAll('svg')].map((svg) => svg.innerHTML);
    expect(new Set(drawings).size).toBe(3);
  });

  it('offers removal only with a handler', async () => {
    const onRemove = jest.fn();
    const { user } = renderKit(<RemovableChip onDelete={onRemove} label="Growth" />);
    await user.click(screen.getByRole('button', { name: 'Remove Growth' }));
    expect(onRemove).toHaveBeenCalledTimes(1);
  });
});
