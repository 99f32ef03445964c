// @ts-check
/** Starts the console once with the Node that runs this script, opens its page, and ends it. */
import { startConsole } from '../console-process.mjs';
import { command, say, StepError } from '../steps.mjs';

await command(async () => {
  const running = await startConsole({ sandbox: true });
  try {
    for (const address of ['/readyz', '/']) {
      const { status } = await fetch(running.url + address);
      if (status !== 200) throw new StepError(`${address} answered with status ${status}:\n${running.output()}`);
    }
    say(`The console starts with Node ${process.versions.node}.`);
  } finally {
    await running.dispose();
  }
});
