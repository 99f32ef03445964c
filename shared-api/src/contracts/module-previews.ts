/** Previews: published versions that some people open in their own session before they are released, one per change. */
import * as z from 'zod/mini';
import { defineCall, MAX_PRACTICE_ID } from './call.js';
import { modulePreview } from './module-preview.js';
import { moduleName, moduleVersion } from './modules.js';

export { modulePreview, type ModulePreview } from './module-preview.js';

/** How long a preview can be opened after it was last published. */
export const PREVIEW_DAYS = 14;

/** A name such as `pr-17`. */
export const previewName = z
  .string()
  .check(z.maxLength(40), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower case, with dashes, such as pr-17'));

const previewParams = z.object({ module: moduleName, preview: previewName });

/** Path of the page that opens a preview. */
export const previewPath = (module: string, preview: string): string => `/previews/${module}/${preview}`;

export const putPreview = defineCall({
  name: 'putPreview',
  method: 'PUT',
  path: '/api/modules/:module/previews/:preview/',
  access: 'module-token',
  summary: `Give a published version to some people as a preview, for ${PREVIEW_DAYS} days. Developers always get it`,
  params: previewParams,
  body: z.strictObject({
    version: moduleVersion,
    /** Emails of people with an account. */
    people: z._default(z.array(z.string().check(z.minLength(3), z.maxLength(254))).check(z.maxLength(100)), []),
    /** True for internal staff. */
    internal: z._default(z.boolean(), false),
    /** Ids of practices whose members can open it. */
    practices: z._default(z.array(z.int().check(z.gte(1), z.lte(MAX_PRACTICE_ID))).check(z.maxLength(100)), []),
  }),
  answer: z.object({ status: z.literal('success'), preview: modulePreview }),
});

export const closePreview = defineCall({
  name: 'closePreview',
  method: 'DELETE',
  path: '/api/modules/:module/previews/:preview/',
  access: 'module-token',
  summary: 'End a preview. People who use it get the released version on their next page load',
  params: previewParams,
  answer: z.object({ status: z.literal('success') }),
});

export const readPreview = defineCall({
  name: 'readPreview',
  method: 'GET',
  path: '/api/previews/:module/:preview/',
  access: 'signed-in',
  summary: 'A preview that the person may open',
  params: previewParams,
  answer: z.object({ title: z.string(), open: z.boolean(), preview: modulePreview }),
});

export const openPreview = defineCall({
  name: 'openPreview',
  method: 'POST',
  path: '/api/previews/:module/:preview/open/',
  access: 'signed-in',
  summary: 'Use a preview’s version in this session, from the next page load on',
  params: previewParams,
  answer: z.object({ status: z.literal('success') }),
});

export const leavePreview = defineCall({
  name: 'leavePreview',
  method: 'DELETE',
  path: '/api/previews/:module/',
  access: 'signed-in',
  summary: 'Return to the released version of a module',
  params: z.object({ module: moduleName }),
  answer: z.object({ status: z.literal('success') }),
});
