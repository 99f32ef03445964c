// @ts-check
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const effect = (/** @type {string} */ body) =>
  `export function useIt() {\n  useEffect(() => {\n${body}\n  }, []);\n}\n`;

const leaks = {
  'a listener of the window': effect("window.addEventListener('keydown', onKey);"),
  'a listener of the document': effect("document.addEventListener('click', onClick, { capture: true });"),
  'a listener of body': effect("document.body.addEventListener('paste', onPaste);"),
  'a listener without a target': effect("addEventListener('resize', onResize);"),
  'a media query': effect("matchMedia('(max-width: 600px)').addEventListener('change', onChange);"),
  'a timer': effect('setInterval(refresh, 60_000);'),
  'an observer': effect('new ResizeObserver(measure).observe(node);'),
  'a style of body': effect("document.body.style.overflow = 'hidden';"),
  'a class of html': effect("document.documentElement.classList.add('is-dragging');"),
  'an attribute of body': effect("document.body.setAttribute('inert', '');"),
  'an element in body': effect('document.body.append(menu);'),
  'a style sheet in head': effect('document.head.appendChild(sheet);'),
  'a listener of the file': "window.addEventListener('keydown', onKey);\n",
  'a timer of the file': 'export const timer = setInterval(refresh, 1000);\nclearInterval(timer);\n',
};

const cleanedUp = {
  'a removed listener': effect(
    "window.addEventListener('keydown', onKey);\nreturn () => window.removeEventListener('keydown', onKey);",
  ),
  'a listener with a signal': effect("document.addEventListener('click', onClick, { signal });"),
  'a listener that is called once': effect("document.addEventListener('click', onClick, { once: true });"),
  'a listener of an element of its own': effect("node.addEventListener('click', onClick);"),
  'a cleared timer': effect('const timer = setInterval(refresh, 1000);\nreturn () => clearInterval(timer);'),
  'a timeout': effect('setTimeout(refresh, 1000);'),
  'a disconnected observer': effect(
    'const observer = new MutationObserver(read);\nobserver.observe(node, {});\nreturn () => observer.disconnect();',
  ),
  'a restored style': effect(
    "document.body.style.cursor = 'wait';\nreturn () => document.body.style.removeProperty('cursor');",
  ),
  'a removed element': effect('document.body.append(link);\nlink.click();\nlink.remove();'),
  'what is only read': effect('read(document.body.style.overflow, document.documentElement.dataset);'),
};

describe('the rule that a module cleans up what it starts', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'clean-up-'));
  afterAll(() => fs.rmSync(root, { recursive: true }));
  /** Title → messages of the rule. @type {Map<string, string[]>} */
  const found = new Map();
  beforeAll(() => {
    const cases = Object.entries({ ...leaks, ...cleanedUp });
    fs.mkdirSync(path.join(root, 'src'));
    cases.forEach(([, text], at) => fs.writeFileSync(path.join(root, `src/case-${at}.ts`), text));
    fs.writeFileSync(
      path.join(root, 'oxlint.config.mjs'),
      `import { moduleLint } from '${path.join(__dirname, 'module.mjs')}';\nexport default { ...moduleLint, options: {} };\n`,
    );
    const program = path.join(__dirname, '../../node_modules/oxlint/bin/oxlint');
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [program, '--config=oxlint.config.mjs', '--format=json', 'src'],
      { cwd: root, encoding: 'utf8' },
    );
    if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
    const { diagnostics } = JSON.parse(stdout);
    cases.forEach(([title], at) => {
      const of = diagnostics.filter(
        (/** @type {{ code: string, filename: string }} */ { code, filename }) =>
          code.includes('end-what-starts') && path.basename(filename) === `case-${at}.ts`,
      );
      found.set(
        title,
        of.map((/** @type {{ message: string }} */ { message }) => message),
      );
    });
  }, 60_000);

  it.each(Object.keys(leaks))('reports %s that nothing ends, and says how to end it', (title) => {
    expect(found.get(title)).toEqual([expect.stringMatching(/End it in the same function: |Start it in an effect/)]);
  });

  it.each(Object.keys(cleanedUp))('accepts %s', (title) => {
    expect(found.get(title)).toEqual([]);
  });
});
