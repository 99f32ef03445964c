// @ts-check
/** `npm run expandable-fields -w sandbox`: writes `src/stripe/schema/expandable-fields.ts`, after `npm run typecheck`. */
import { writeFileSync } from 'node:fs';
import { findExpandable } from './dist/stripe/schema/find-expandable.js';
import { loadSchema } from './dist/stripe/schema/load-schema.js';

const fields = findExpandable(await loadSchema());
writeFileSync(
  new URL('./src/stripe/schema/expandable-fields.ts', import.meta.url),
  `/** Made by \`npm run expandable-fields -w sandbox\` of the types of the SDK. */
import type { ObjectFields } from './find-expandable.js';

export const EXPANDABLE_FIELDS: Readonly<Record<string, ObjectFields>> = ${JSON.stringify(fields, null, 2)};
`,
);
