import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Button } from '../actions';
import { faultsIn } from '../testing/accessible';
import { renderKit } from '../testing/render';
import { Chip, EmptyState, ErrorState, InlineStatus, LoadingBlock, Notice, RetryNotice, StatusBadge } from '.';

describe('states of a part of a page', () => {
  it('loading is announced and has the shape of what comes', async () => {
    const { container } = renderKit(<LoadingBlock />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(await faultsIn(container)).toEqual([]);
  });

  it('empty says what would be here and how it gets here', async () => {
    const { container } = renderKit(
      <EmptyState title="No payments yet" action={<Button>Choose a plan</Button>}>
        Invoices appear here after the first charge.
      </EmptyState>,
    );
    expect(screen.getByText('Invoices appear here after the first charge.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose a plan' })).toBeInTheDocument();
    expect(await faultsIn(container)).toEqual([]);
  });

  it('failed says what happened and offers to try again', async () => {
    const onRetry = jest.fn();
    const { person, container } = renderKit(<ErrorState message="Failed to fetch provider hours" onRetry={onRetry} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch provider hours');
    expect(await faultsIn(container)).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});

describe('Notice', () => {
  it('of something that could not be read tells it and offers to try again', async () => {
    const onRetry = jest.fn();
    const { person, container } = renderKit(
      <RetryNotice title="Failed to load subscriptions" onRetry={onRetry}>
        What is shown may be old.
      </RetryNotice>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('What is shown may be old.');
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
    expect(await faultsIn(container)).toEqual([]);
  });

  it('is silent unless it is told to speak', async () => {
    const { container, rerender } = renderKit(<Notice tone="information">Changes take effect later.</Notice>);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    rerender(
      <Notice tone="attention" live="polite" title="Saved meanwhile" action={<Button>Compare</Button>}>
        Maria Sandoval changed these hours.
      </Notice>,
    );
    expect(screen.getByRole('status')).toHaveTextContent('Saved meanwhile');
    expect(await faultsIn(container)).toEqual([]);
    rerender(
      <Notice tone="danger" live="assertive">
        The session has ended.
      </Notice>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('The session has ended.');
  });
});

describe('InlineStatus', () => {
  it('is there before it has something to say, so that it is heard', () => {
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
  it('are words with an icon, never colour alone', async () => {
    const { container } = renderKit(
      <>
        <StatusBadge tone="success">Active</StatusBadge>
        <StatusBadge tone="danger">Past due</StatusBadge>
        <StatusBadge tone="attention">Ends: Nov 30, 2026</StatusBadge>
      </>,
    );
    expect(screen.getByText('Active').querySelector('svg')).toBeInTheDocument();
    const drawings = [...container.querySelectorAll('svg')].map((svg) => svg.innerHTML);
    expect(new Set(drawings).size).toBe(3);
    expect(await faultsIn(container)).toEqual([]);
  });

  it('can be taken away where that is offered', async () => {
    const onRemove = jest.fn();
    const { person } = renderKit(<Chip onRemove={onRemove}>Growth</Chip>);
    await person.click(screen.getByRole('button', { name: 'Remove Growth' }));
    expect(onRemove).toHaveBeenCalledTimes(1);
  });
});
