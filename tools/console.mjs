// @ts-check
/** `npm run console -- …`: the server's command line for people, memberships, practices, tokens and grants. */
import { command, compileServer, repositoryPath, installMissing, run } from './steps.mjs';

await command(async () => {
  await installMissing();
  await compileServer();
  process.exitCode = await run(
    process.execPath,
    [repositoryPath('server/dist/command-line.js'), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
    },
  );
});
