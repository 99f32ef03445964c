// @ts-check
/** Durations of publish, promote and rollback from the command to the page, and of a restart. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startConsole } from 'tools/console-process';
import { withResources } from 'tools/resources';
import { repository } from '../tools/source-version.mjs';
import { startPostgres } from '../tools/test-system.mjs';
import { atMost } from './budget.mjs';

const run = promisify(execFile);

/** @param {() => Promise<unknown>} act @returns {Promise<number>} seconds */
async function seconds(act) {
  const begin = performance.now();
  await act();
  return (performance.now() - begin) / 1000;
}

/** @returns {Promise<import('./budget.mjs').Row[]>} */
export const measureReleases = () =>
  withResources(async (resources) => {
    const postgres = resources.keep(await startPostgres(), (started) => started.stop());
    const running = resources.keep(await startConsole({ postgres: postgres.url }), (started) => started.dispose());
    const env = { ...process.env, CONSOLE_URL: running.url, CONSOLE_TOKEN: await running.token('mf-hours') };
    /** @param {...string} args */
    const ship = (...args) => run(process.execPath, ['tools/module.mjs', ...args], { cwd: repository, env });

    const signedIn = await fetch(`${running.url}/api/session/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'owner@bright-smiles.example', password: 'practice-console' }),
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    /** Waits until a session gets the version. @param {(version: string) => boolean} wanted */
    const live = async (wanted) => {
      for (;;) {
        const answer = await fetch(`${running.url}/api/modules/`, { headers: { cookie } });
        const { modules } = /** @type {{modules: {name: string, version: string}[]}} */ (await answer.json());
        if (modules.some(({ name, version }) => name === 'mf-hours' && wanted(version))) return;
      }
    };

    // Publishing needs it, and it isn't measured.
    await ship('check', 'mf-hours');
    const publish = await seconds(async () => {
      await ship('publish', 'mf-hours', '--version', '9.0.0', '--promote');
      await live((version) => version === '9.0.0');
    });
    const rollback = await seconds(async () => {
      await ship('rollback', 'mf-hours');
      await live((version) => version !== '9.0.0');
    });
    await running.stop();
    const restart = await seconds(() => running.start());
    return [
      atMost('publish to live, build included', publish, 10, 's'),
      atMost('rollback to live', rollback, 1, 's'),
      atMost('restart of the server', restart, 5, 's'),
    ];
  });
