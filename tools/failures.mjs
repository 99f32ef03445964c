// @ts-check
/** Failures from the reports of jest and Playwright. */
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repositoryPath } from './steps.mjs';

/** Maximum number of lines kept of a message. The runner has already printed all of it. */
const MESSAGE_LINES = 30;

/** @typedef {{title: string, message: string}} Failure the title begins with the file */

/**
 * Jest's report, as far as it is read here.
 * @typedef {{testResults: {
 *   name: string,
 *   status: string,
 *   message: string,
 *   assertionResults: {status: string, fullName: string, failureMessages: string[]}[],
 * }[]}} JestReport
 */

/** @param {JestReport} report @returns {Failure[]} */
const ofJest = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(repositoryPath(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that can't be read has no tests.
    if (status === 'failed' && failed.length === 0) return [{ title: file, message }];
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${file} › ${fullName}`,
      message: failureMessages.join('\n'),
    }));
  });

/** @typedef {{message?: string}} PlaywrightError */

/** What a journey adds to its report, such as the requests of its page. @typedef {{name: string, contentType: string, body?: string}} Attachment */

/**
 * A file or a block of tests in Playwright's report, as far as it is read here.
 * @typedef {{
 *   specs?: {
 *     title: string,
 *     file: string,
 *     line: number,
 *     ok: boolean,
 *     tests: {results: {errors: PlaywrightError[], attachments: Attachment[]}[]}[],
 *   }[],
 *   suites?: Suite[],
 * }} Suite
 */

/** @param {PlaywrightError[]} errors */
const messageOf = (errors) => errors.map(({ message = '' }) => message).join('\n');

/** @param {Attachment[]} attachments @returns {string[]} */
const textsOf = (attachments) =>
  attachments
    .filter(({ contentType, body }) => contentType === 'text/plain' && body !== undefined)
    .map(({ name, body = '' }) => `${name}:\n${Buffer.from(body, 'base64').toString('utf8')}`);

/** @param {Suite} suite @returns {Failure[]} */
const inSuite = ({ specs = [], suites = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => ({
      title: `${file}:${line} › ${title}`,
      message: tests
        .flatMap(({ results }) => results)
        .flatMap(({ errors, attachments }) => [messageOf(errors), ...textsOf(attachments)])
        .join('\n'),
    })),
  ...suites.flatMap(inSuite),
];

/** @param {{suites: Suite[], errors: PlaywrightError[]}} report @returns {Failure[]} */
const ofPlaywright = ({ suites, errors }) => [
  ...errors.map((error) => ({ title: 'Playwright', message: messageOf([error]) })),
  ...suites.flatMap(inSuite),
];

/**
 * The failures in a report; none in a file of another kind.
 * @param {any} report
 * @returns {Failure[]}
 */
export function failuresOf(report) {
  if (Array.isArray(report?.testResults)) return ofJest(report);
  if (Array.isArray(report?.suites) && Array.isArray(report.errors)) return ofPlaywright(report);
  return [];
}

/** A stack line in a package or in Node itself, which is never the cause. */
const FOREIGN_FRAME = /^\s+at (?:.*\/node_modules\/|(?:.*\()?node:)/;

/** @param {Failure} failure @returns {string} */
export function describeFailure({ title, message }) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !FOREIGN_FRAME.test(line));
  const shown = lines.slice(0, MESSAGE_LINES);
  if (lines.length > shown.length) shown.push('…');
  return [`✕ ${title}`, ...shown.map((line) => `    ${line}`)].map((line) => `${line}\n`).join('');
}
