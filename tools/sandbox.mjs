// @ts-check
/** `npm run sandbox`: only the providers' sandboxes, on SANDBOX_PORT, for servers that name it in SANDBOX_URL. */
import { checkNode, command, compileServer, inRepository, installMissing, must } from './steps.mjs';

await command(async () => {
  checkNode();
  await installMissing();
  await compileServer();
  await must('The sandbox', process.execPath, [inRepository('sandbox/dist/main.js')], { stdio: 'inherit' });
});
