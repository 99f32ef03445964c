import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderKit } from 'shared-ui/testing';
import { NavBadgeMark } from './NavBadgeMark';

describe('NavBadgeMark', () => {
  it('describes its link without becoming part of its name', () => {
    renderKit(
      <a href="/hours" aria-describedby="badge">
        Hours
        <NavBadgeMark id="badge" badge={{ severity: 'warning', text: '2', label: '2 providers have no hours' }} />
      </a>,
    );
    const link = screen.getByRole('link', { name: 'Hours' });
    expect(link).toHaveAccessibleDescription('2 providers have no hours');
    expect(screen.getByTitle('2 providers have no hours')).toHaveTextContent('2');
  });

  it('draws a dot without text, with the same description', () => {
    renderKit(
      <a href="/hours" aria-describedby="badge">
        Features
        <NavBadgeMark id="badge" badge={{ severity: 'error', text: '•', label: 'Past due' }} />
      </a>,
    );
    expect(screen.getByRole('link', { name: 'Features' })).toHaveAccessibleDescription('Past due');
    expect(screen.getByTitle('Past due')).not.toHaveTextContent('•');
  });
});
