/**
 * The texts that the specification quotes (settings and hours). They stay exactly as quoted. All other texts may
 * change.
 */
import { describe, expect, it } from '@jest/globals';
import { textsOf } from 'shared-ui/testing';
import { messages as hoursWorked } from './hours-worked/messages';
import { weeklyHours } from './weekly-hours/messages';

describe('weeklyHours', () => {
  const texts = textsOf(weeklyHours);
  it.each([
    // 2.2
    'Loading...',
    'Use Office Hours',
    // 8.2
    'Failed to fetch provider hours',
    'An error occurred while fetching provider hours',
    'Failed to refresh provider hours',
    'An error occurred while refreshing provider hours',
    'Failed to save provider hours',
    'Failed to save',
    'An error occurred while saving provider hours',
    'Provider hours saved successfully',
    'Saved successfully!',
    'Data refreshed successfully',
  ])('keeps "%s"', (text) => {
    expect(texts).toContain(text);
  });
});

describe('hoursWorked', () => {
  const texts = textsOf(hoursWorked);
  it.each([
    // 2.3
    'Recalculate',
    'Week',
    '2 Weeks',
    'Month',
    'Today',
    'Save Changes',
    // 8.3
    'Failed to fetch provider hours',
    'Failed to fetch provider summary',
    'Failed to generate PDF report',
    'Provider hours saved successfully',
    'Failed to save provider hours',
    'Provider hours recalculation started',
    'Rate limit exceeded. You can recalculate provider hours up to 20 times in a 24-hour period.',
    'Failed to recalculate provider hours',
    // 9
    'Provider Hours Report',
  ])('keeps "%s"', (text) => {
    expect(texts).toContain(text);
  });
});
