// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { repository } from '../repository.mjs';
import { serviceAnswers } from './service-answers.mjs';

// In this repository, so that zod and the contracts are found.
const cache = path.join(repository, 'tools/.cache');
fs.mkdirSync(cache, { recursive: true });
const folder = fs.mkdtempSync(path.join(cache, 'service-answers-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** @param {Record<string, string>} files */
function moduleWith(files) {
  const root = fs.mkdtempSync(path.join(folder, 'module-'));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(root, name), text);
  return root;
}

const call = 'GET /api/modules/mf-outreach/campaigns/';
const campaigns = `
  import * as z from 'zod/mini';
  import { defineCall } from 'shared-api/contracts';
  const campaign = z.object({ id: z.int(), name: z.string(), ends: z.nullable(z.string()) });
  const listCampaigns = defineCall({
    name: 'listCampaigns', method: 'GET', path: '/api/modules/mf-outreach/campaigns/', access: 'module', summary: '',
    answer: z.object({ campaigns: z.array(campaign) }),
  });`;

describe('serviceAnswers', () => {
  it('reads a response’s schema, also next to code that needs the page', async () => {
    const root = moduleWith({
      'api.ts': `${campaigns}
        import { createApi } from 'shared-ui/redux';
        import { endpointsOf, remoteBaseQuery } from 'shared-ui/remote';
        import { text } from './texts';
        export const api = createApi({ baseQuery: remoteBaseQuery, endpoints: (build: never) => endpointsOf(build).query(listCampaigns, { text }) });
        export const { useListCampaignsQuery } = api;`,
      'texts.ts': 'export const text: string = document.title;',
    });
    const found = serviceAnswers(root, [{ file: path.join(root, 'api.ts'), name: 'listCampaigns', call }]);
    await expect(found).rejects.toThrow('document is not defined');

    fs.writeFileSync(path.join(root, 'texts.ts'), "export const text: string = 'Campaigns';");
    const answers = await serviceAnswers(root, [{ file: path.join(root, 'api.ts'), name: 'listCampaigns', call }]);
    expect(answers).toEqual({
      [call]: expect.objectContaining({
        type: 'object',
        required: ['campaigns'],
        properties: {
          campaigns: {
            type: 'array',
            items: expect.objectContaining({ required: ['id', 'name', 'ends'] }),
          },
        },
      }),
    });
  });

  it('names the calls whose contracts can’t be read, and the next step', async () => {
    const root = moduleWith({ 'api.ts': `${campaigns}\nthrow new Error('Not in Node');` });
    await expect(
      serviceAnswers(root, [{ file: path.join(root, 'api.ts'), name: 'listCampaigns', call }]),
    ).rejects.toThrow(
      `The schemas of ${call} could not be read: Not in Node. Keep the contracts of your service in a file`,
    );
  });

  it('reads nothing for a module without a service', async () => {
    expect(await serviceAnswers('/nowhere', [])).toEqual({});
  });
});
