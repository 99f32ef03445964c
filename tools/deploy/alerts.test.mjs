// @ts-check
import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import { repositoryPath } from '../steps.mjs';
import { yamlDocuments } from './checks.mjs';

/** Suffixes of the series of a histogram. */
const HISTOGRAM = /_(count|sum|bucket)$/;

const sources = fs
  .readdirSync(repositoryPath('server/src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => fs.readFileSync(repositoryPath('server/src', file), 'utf8'));

/** The server's metrics. */
const metrics = new Set(sources.flatMap((text) => [...text.matchAll(/name: '([a-z_]+)'/g)].map(([, name]) => name)));
const quoted = new Set(sources.flatMap((text) => [...text.matchAll(/'([a-z_]+)'/g)].map(([, code]) => code)));

/** The metrics and codes in an expression that the server doesn't have. @param {string} expression */
function unknownIn(expression) {
  const names = [...expression.matchAll(/\b([a-z]+(?:_[a-z]+)+)\b(?=[[{)])/g)].map(([, name = '']) => name);
  const codes = [...expression.matchAll(/code=~?"([^"]+)"/g)].flatMap(([, list = '']) => list.split('|'));
  return [
    ...names.filter((name) => !metrics.has(name) && !metrics.has(name.replace(HISTOGRAM, ''))),
    ...codes.filter((code) => !quoted.has(code)),
  ];
}

/** @typedef {{ alert: string, expr: string, labels: { severity: string }, annotations: { summary: string, action: string } }} Rule */

describe('deploy/alerts.yaml', () => {
  const [{ groups }] = yamlDocuments(fs.readFileSync(repositoryPath('deploy/alerts.yaml'), 'utf8'));
  /** @type {Rule[]} */
  const rules = groups.flatMap((/** @type {{ rules: Rule[] }} */ group) => group.rules);

  it('has alerts for guessing, probing and unusual traffic, each with an action', () => {
    const names = rules.map(({ alert }) => alert);
    expect(names).toEqual(expect.arrayContaining(['SignInsAreGuessed', 'AccessIsProbed', 'UnusualTraffic']));
    expect(new Set(names).size).toBe(names.length);
    for (const { alert, labels, annotations } of rules) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(warning|critical)$/)]);
      expect([alert, annotations.summary, annotations.action]).not.toContain(undefined);
    }
  });

  it('uses only the server’s metrics and codes', () => {
    expect(rules.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
    expect(unknownIn('sum(rate(sign_in_refusal_total[5m])) > 1')).toEqual(['sign_in_refusal_total']);
    expect(unknownIn('increase(http_refusals_total{code=~"forbidden|no_such_code"}[5m])')).toEqual(['no_such_code']);
  });
});
