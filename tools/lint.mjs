// @ts-check
/** `npm run lint`: the rules of `oxlint.config.mjs` over the given packages, by default over everything. */
import fs from 'node:fs';
import { command, repositoryPath, run, StepError } from './steps.mjs';

await command(async () => {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !fs.existsSync(repositoryPath(name, 'package.json')));
  if (unknown.length > 0) throw new StepError(`Not a package: ${unknown.join(', ')}.`);
  // The configurations at the root belong to the tools.
  const atRoot = fs.readdirSync(repositoryPath()).filter((file) => file.endsWith('.mjs'));
  process.exitCode = await run(process.execPath, [
    'node_modules/oxlint/bin/oxlint',
    '--config=oxlint.config.mjs',
    '--deny-warnings',
    ...chosen,
    ...(chosen.includes('tools') ? atRoot : []),
  ]);
});
