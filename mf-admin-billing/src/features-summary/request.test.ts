import { describe, expect, it } from '@jest/globals';
import { valuesOf } from '../features-editing/draft';
import { optionsOf } from '../features-editing/options';
import { type PartFailure, failureText, toAccessRequest, toFlagsRequest } from './request';
import { aBundle, aFeature, aRecord, metadata } from './testing/features-server';

describe('toAccessRequest', () => {
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

describe('failureText', () => {
  const refused = (message: string) => ({ status: 422, code: 'refused', message });
  const lost = { status: 0, code: 'no_answer', message: 'No answer' };
  const access = (error: unknown): PartFailure => ({ part: 'access', error });
  const flags = (error: unknown): PartFailure => ({ part: 'flags', error });

  it.each<[string, PartFailure[], string]>([
    ['the access save', [access(refused('No'))], 'Failed to save features and bundles: No'],
    ['the access save without a message', [access(refused(''))], 'Failed to save features and bundles: Unknown error'],
    ['the flags save', [flags(refused('Neither'))], 'Failed to save feature flags: Neither'],
    [
      'both saves',
      [access(refused('No')), flags(refused('Neither'))],
      'Failed to save features and bundles: No\nFailed to save feature flags: Neither',
    ],
    ['a save without an answer', [access(lost)], 'An unexpected error occurred while saving changes'],
    ['two saves without an answer', [access(lost), flags(lost)], 'An unexpected error occurred while saving changes'],
    [
      'a save answered by a proxy’s page',
      [flags({ status: 502, code: 'not_json', message: 'x' })],
      'An unexpected error occurred while saving changes',
    ],
    ['an unexpected exception', [access(new Error('x'))], 'An unexpected error occurred while saving changes'],
    [
      'one refused save and one without an answer',
      [access(refused('No')), flags(lost)],
      'Failed to save features and bundles: No\nAn unexpected error occurred while saving changes',
    ],
  ])('describes the failure of %s', (_, failures, text) => expect(failureText(failures)).toBe(text));
});

describe('optionsOf', () => {
  const record = aRecord({
    bundles: [aBundle('Core', ['subscription', 'trial']), aBundle('Old One', ['grant'])],
    product_features: [aFeature('Team chat', ['grant'])],
  });
  const options = optionsOf(metadata, record);

  it('sorts by label, names each source and keeps names missing from the catalog', () => {
    expect(options.bundles.map(({ label, note }) => [label, note])).toEqual([
      ['Core', 'subscription, trial'],
      ['Growth', undefined],
      ['Old One', 'added manually'],
      ['Voice', undefined],
    ]);
    expect(options.product_features.find(({ value }) => value === 'team_chat')?.note).toBe('added manually');
    expect(options.flags.map(({ label }) => label)).toEqual(['Beta reports', 'Fast sync']);
  });

  it('lists the catalog for a practice without a record', () => {
    expect(optionsOf(metadata, null).bundles).toHaveLength(3);
  });
});
