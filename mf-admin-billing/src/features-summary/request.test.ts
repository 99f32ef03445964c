import { describe, expect, it } from '@jest/globals';
import { valuesOf } from '../features-editing/draft';
import { optionsOf } from '../features-editing/options';
import { type Failure, failureText, toAccessRequest, toFlagsRequest } from './request';
import { aBundle, aFeature, aRecord, metadata } from './testing/features-server';

describe('what is sent', () => {
  it('sends all names and dates, empty dates as null', () => {
    const values = { ...valuesOf(aRecord()), account_expiration_date: '', snapshot_expiration_date: null };
    expect(toAccessRequest(values)).toEqual({
      bundles: ['core'],
      product_features: ['recall_list', 'patient_search', 'team_chat'],
      account_expiration_date: null,
      snapshot_expiration_date: null,
      baseline_date: '2025-01-15',
    });
    expect(toFlagsRequest(values)).toEqual({ features: ['beta_reports'] });
  });
});

describe('what is said when saves fail', () => {
  const refused = (message: string) => ({ status: 422, code: 'refused', message });
  const lost = { status: 0, code: 'no_answer', message: 'No answer' };
  const access = (error: unknown): Failure => ({ part: 'access', error });
  const flags = (error: unknown): Failure => ({ part: 'flags', error });

  it.each<[string, Failure[], string]>([
    ['the first save', [access(refused('No'))], 'Failed to save features and bundles: No'],
    ['the first save without words', [access(refused(''))], 'Failed to save features and bundles: Unknown error'],
    ['the flags', [flags(refused('Neither'))], 'Failed to save feature flags: Neither'],
    [
      'both',
      [access(refused('No')), flags(refused('Neither'))],
      'Failed to save features and bundles: No\nFailed to save feature flags: Neither',
    ],
    ['no answer', [access(lost)], 'An unexpected error occurred while saving changes'],
    ['no answer twice', [access(lost), flags(lost)], 'An unexpected error occurred while saving changes'],
    [
      'a page of a proxy',
      [flags({ status: 502, code: 'not_json', message: 'x' })],
      'An unexpected error occurred while saving changes',
    ],
    ['a fault of ours', [access(new Error('x'))], 'An unexpected error occurred while saving changes'],
    [
      'one refused, one without an answer',
      [access(refused('No')), flags(lost)],
      'Failed to save features and bundles: No\nAn unexpected error occurred while saving changes',
    ],
  ])('%s', (_, failures, text) => expect(failureText(failures)).toBe(text));
});

describe('what can be chosen', () => {
  const record = aRecord({
    bundles: [aBundle('Core', ['subscription', 'trial']), aBundle('Old One', ['grant'])],
    product_features: [aFeature('Team chat', ['grant'])],
  });
  const options = optionsOf(metadata, record);

  it('sorts by label, says where each comes from, and keeps what the catalogue no longer has', () => {
    expect(options.bundles.map(({ label, note }) => [label, note])).toEqual([
      ['Core', 'subscription, trial'],
      ['Growth', undefined],
      ['Old One', 'added manually'],
      ['Voice', undefined],
    ]);
    expect(options.product_features.find(({ value }) => value === 'team_chat')?.note).toBe('added manually');
    expect(options.flags.map(({ label }) => label)).toEqual(['Beta reports', 'Fast sync']);
  });

  it('lists the catalogue for a practice without a record', () => {
    expect(optionsOf(metadata, null).bundles).toHaveLength(3);
  });
});
