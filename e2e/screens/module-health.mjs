// @ts-check
/** Seeds Module health: a canary of the hours, and reports of the demo's people about every module. */
import fs from 'node:fs';
import { repositoryPath } from '../../tools/steps.mjs';

const CANARY = '1.1.0';

const people = [
  ...['owner', 'manager', 'staff'].map((name) => `${name}@bright-smiles.example`),
  ...['lakeside', 'harbor'].map((name) => `staff@${name}.example`),
  ...['taskadmin', 'superadmin', 'internal'].map((name) => `${name}@console.example`),
];

/**
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {unknown} [body] posts when given
 */
async function ask(url, headers, body) {
  const answer = await fetch(url, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Publishes the built hours again under the canary's version. @param {string} url @param {string} token */
async function beginCanary(url, token) {
  /** @param {string} file */
  const read = (file) => fs.readFileSync(repositoryPath('mf-hours', file));
  const build = JSON.parse(read('dist/build.json').toString());
  const contents = Object.fromEntries(
    Object.keys(build.files).map((file) => [file, read(`dist/${file}`).toString('base64')]),
  );
  const team = { authorization: `Bearer ${token}` };
  await ask(`${url}/api/modules/mf-hours/releases/`, team, {
    declaration: JSON.parse(read('module.json').toString()),
    build: { ...build, version: CANARY },
    contents,
  });
  const rule = { min_people: 5, max_failing_percent: 5 };
  await ask(`${url}/api/modules/mf-hours/promote/`, team, { version: CANARY, percent: 50, rule });
}

/** The report of one person's browser. The figures vary by the person's index. */
function reportOf(/** @type {{ name: string, version: string }[]} */ modules, /** @type {number} */ place) {
  const each = modules.map(({ name, version }, at) => ({ module: name, version, weight: 1 + ((at + place) % 5) / 4 }));
  const [first] = each;
  return {
    visits: each.flatMap(({ weight, ...of }) => [
      { ...of, outcome: 'running', duration_ms: 180 * weight },
      { ...of, outcome: 'running', duration_ms: 150 * weight },
    ]),
    vitals: each.flatMap(({ weight, ...of }) => [
      { ...of, name: 'LCP', value: Math.round(900 * weight) },
      { ...of, name: 'INP', value: Math.round(80 * weight) },
      { ...of, name: 'CLS', value: 0.01 * weight },
    ]),
    errors:
      first && place % 3 === 0
        ? [
            {
              module: first.module,
              version: first.version,
              message: 'ResizeObserver loop completed with undelivered notifications.',
              source: '',
            },
          ]
        : [],
    calls: each
      .filter(({ module }) => module === 'mf-hours' || module === 'mf-billing')
      .map(({ weight, module, version }) => ({
        module,
        version,
        call: module === 'mf-hours' ? 'readHoursWorked' : 'listInvoices',
        status: 200,
        duration_ms: Math.round(1100 * weight),
      })),
  };
}

/** @param {import('tools/console-process').RunningConsole} console started with the embedded database */
export async function seedModuleHealth(console) {
  // Commands can open the embedded database only while no server has it open.
  await console.stop();
  const token = await console.token('mf-hours');
  await console.start();
  await beginCanary(console.url, token);
  for (const [place, email] of people.entries()) {
    const session = await ask(`${console.url}/api/session/`, {}, { email, password: 'practice-console' });
    const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const listed = await (await ask(`${console.url}/api/modules/`, { cookie })).json();
    await ask(`${console.url}/api/browser-reports/`, { cookie }, reportOf(listed.modules, place));
  }
}
