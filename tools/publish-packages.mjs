// @ts-check
/**
 * `npm run publish-packages [-- --registry https://npm.example]`: publishes the kit, the contracts and the module
 * command line, in the versions set by `npm run release`. `--pack FOLDER` only writes the packages.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { command, installMissing, repositoryPath, say } from './steps.mjs';

await command(async () => {
  const { values } = parseArgs({ options: { registry: { type: 'string' }, pack: { type: 'string' } } });
  await installMissing();
  const { packPackages, publishPackages } = await import('./published-packages.mjs');
  if (values.pack !== undefined) {
    for (const folder of await packPackages(path.resolve(values.pack))) say(folder);
    return;
  }
  const target = repositoryPath('.cache', 'packages');
  await publishPackages({ target, ...(values.registry && { registry: values.registry }), say });
});
