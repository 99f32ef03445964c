// @ts-check
/**
 * `npm run sandbox`: runs only the providers' sandbox, on SANDBOX_PORT, for servers with its URL in SANDBOX_URL.
 * `npm run sandbox -- compare` compares it with Stripe's test mode.
 */
import { command, compileServer, repositoryPath, installMissing, runOrThrow } from './steps.mjs';

await command(async () => {
  await installMissing();
  await compileServer();
  await runOrThrow(
    'The sandbox',
    process.execPath,
    [repositoryPath('sandbox/dist/main.js'), ...process.argv.slice(2)],
    { stdio: 'inherit' },
  );
});
