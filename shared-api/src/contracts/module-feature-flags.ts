/** Which modules use which feature flags. */
import * as z from 'zod/mini';
import { defineCall } from './call.js';

export const listFeatureFlagUses = defineCall({
  name: 'listFeatureFlagUses',
  method: 'GET',
  path: '/api/module-feature-flags/',
  access: 'internal',
  summary: 'The feature flags of the catalog, and the modules whose live version, canary or preview uses them',
  answer: z.object({
    flags: z.array(
      z.object({
        name: z.string(),
        display_name: z.string(),
        modules: z.array(z.object({ name: z.string(), title: z.string() })),
      }),
    ),
  }),
});
