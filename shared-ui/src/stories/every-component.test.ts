/** Every visible component has a story. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
// Imported before any test, because it adds hooks on import.
import 'storybook/test';
import * as icons from '../icons';

const root = path.join(__dirname, '..', '..');

/** Entries without components: Redux, module lifecycles, tests. */
const unseen = /^\.\/(redux|remote|standalone|testing)/;

/** Some React and emotion components are objects. Contexts render nothing. */
const isComponent = (name: string, value: unknown): boolean =>
  /^[A-Z][a-z]/.test(name) &&
  (typeof value === 'function' ||
    (typeof value === 'object' &&
      value !== null &&
      '$$typeof' in value &&
      value.$$typeof !== Symbol.for('react.context')));

type Exports = Record<string, unknown>;

/** Components that the package exports, by name; all icons share one story. */
async function offered(): Promise<Map<string, unknown>> {
  const { exports: entries } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, { source: string }>;
  };
  const found = new Map<string, unknown>();
  for (const [entry, { source }] of Object.entries(entries)) {
    if (unseen.test(entry)) continue;
    for (const [name, value] of Object.entries((await import(path.join(root, source))) as Exports)) {
      if (isComponent(name, value) && !(name in icons)) found.set(name, value);
    }
  }
  return found;
}

interface StoryFile {
  file: string;
  title: string;
  component: unknown;
  /** Parts that appear only inside their component. */
  subcomponents?: Record<string, unknown>;
  names: string[];
}

async function storyFiles(): Promise<StoryFile[]> {
  const files = fs
    .readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.stories.tsx'));
  return Promise.all(
    files.map(async (file) => {
      const { default: meta, ...stories } = (await import(path.join(root, 'src', file))) as Exports & {
        default: { title: string; component: unknown; subcomponents?: Record<string, unknown> };
      };
      return { file, ...meta, names: Object.keys(stories).filter((name) => name !== '__esModule') };
    }),
  );
}

it('finds a story for every component', async () => {
  const documented = new Set(
    (await storyFiles())
      .filter(({ names }) => names.length > 0)
      .flatMap(({ component, subcomponents = {} }) => [component, ...Object.values(subcomponents)]),
  );
  const components = await offered();
  expect([...components].filter(([, component]) => !documented.has(component)).map(([name]) => name)).toEqual([]);
  // Guards against unreadable entries, which would yield no components.
  expect([...components.keys()]).toEqual(
    expect.arrayContaining(['Button', 'DataTable', 'DateInput', 'CardForm', 'CustomerCards', 'ToastHost']),
  );
});

it('finds one uniquely titled story file per component, named after it', async () => {
  const files = await storyFiles();
  for (const { file, title, names } of files) {
    expect(names).not.toEqual([]);
    if (title !== 'Icons/All') expect(path.basename(file)).toBe(`${title.split('/').at(-1)}.stories.tsx`);
  }
  expect(new Set(files.map(({ title }) => title)).size).toBe(files.length);
});
