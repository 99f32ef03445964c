import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderKit } from '../testing/render';
import { Alert, AlertTitle, Chip, Typography } from '.';

describe('Alert', () => {
  it('is announced only with a role', () => {
    const { rerender } = renderKit(<Alert severity="error">Failed</Alert>);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    rerender(
      <Alert severity="error" role="alert">
        <AlertTitle>Failed</AlertTitle>
      </Alert>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Failed');
  });

  it('has the icon of its severity', () => {
    const { container } = renderKit(
      <>
        <Alert severity="info">Text</Alert>
        <Alert severity="warning">Text</Alert>
        <Alert severity="error">Text</Alert>
        <Alert severity="success">Text</Alert>
      </>,
    );
    const drawings = [...container.querySelectorAll('svg')].map((svg) => svg.innerHTML);
    expect(new Set(drawings).size).toBe(4);
  });
});

describe('Chip and Typography', () => {
  it('produce valid HTML when nested', () => {
    renderKit(
      <Typography variant="subtitle1">
        Plan <Chip label="Growth" />
      </Typography>,
    );
    expect(screen.getByText('Plan').tagName).toBe('P');
    expect(screen.getByText('Growth').closest('.MuiChip-root')?.tagName).toBe('SPAN');
  });
});
