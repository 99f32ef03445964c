/**
 * Releases that differ as real ones do, made of today's build: other names of all files, another version of the kit, and modules
 * that only run with what their own kit has.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { repository } from './repository';

/** The function that every module calls when it starts. */
const START = 'remoteApp';

export interface Release {
  number: number;
  /** Version of its kit. */
  kit: string;
  /** The names under which its kit exports `START`. Its modules use the last one. */
  starts: readonly string[];
}

/** Copies a folder of built files with changed texts. Source maps are left out. */
function copyBuild(from: string, to: string, change: (text: string) => string, rename = (file: string) => file): void {
  for (const file of fs.readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!fs.statSync(path.join(from, file)).isFile() || file.endsWith('.map')) continue;
    const target = path.join(to, rename(file));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    const content = fs.readFileSync(path.join(from, file));
    fs.writeFileSync(target, /\.(js|json|css)$/.test(file) ? change(content.toString()) : content);
  }
}

/** Updates the hashes in a file description (`shell.json`, `build.json`). */
function describe(description: string, change: object): void {
  const described = JSON.parse(fs.readFileSync(description, 'utf8')) as { files: Record<string, string> };
  const integrityOf = (file: string): string =>
    `sha384-${createHash('sha384')
      .update(fs.readFileSync(path.join(path.dirname(description), file)))
      .digest('base64')}`;
  const files = Object.fromEntries(Object.keys(described.files).map((file) => [file, integrityOf(file)]));
  fs.writeFileSync(description, JSON.stringify({ ...described, files, ...change }));
}

/** @returns the folder of the shell, for `SHELL_DIR` */
function laterShell(folder: string, { number, kit, starts }: Release): string {
  const to = path.join(folder, `shell-${number}`);
  const rename = (text: string): string =>
    text.replace(/(?<=[."'])[0-9a-f]{10}(?=[."'])/g, (hash) =>
      createHash('sha256').update(`${number} ${hash}`).digest('hex').slice(0, 10),
    );
  let places = 0;
  const changeKit = (text: string): string =>
    text.replace(new RegExp(`\\b${START}:(\\(\\)=>\\w+)`, 'g'), (_, value: string) => {
      places += 1;
      return starts.map((name) => `${name}:${value}`).join();
    });
  copyBuild(path.join(repository, 'shell', 'dist'), to, (text) => changeKit(rename(text)), rename);
  if (places !== 1) throw new Error(`The kit exports ${START} in ${places} places`);
  describe(path.join(to, 'shell.json'), { sharedUi: kit });
  return to;
}

/** @returns the folders of the modules, for `LOCAL_MODULES` */
function laterModules(folder: string, { number, kit, starts }: Release): string[] {
  const names = fs.readdirSync(repository).filter((name) => fs.existsSync(path.join(repository, name, 'module.json')));
  return names.map((name) => {
    const from = path.join(repository, name);
    const to = path.join(folder, `modules-${number}`, name);
    const dist = path.join(from, 'dist');
    const { version } = JSON.parse(fs.readFileSync(path.join(dist, 'build.json'), 'utf8')) as { version: string };
    const own = `${version}.${number}`;
    let places = 0;
    copyBuild(dist, path.join(to, 'dist'), (text) =>
      text.replaceAll(version, own).replace(new RegExp(`\\.${START}\\b`, 'g'), () => {
        places += 1;
        return `.${starts.at(-1)}`;
      }),
    );
    if (places === 0) throw new Error(`${name} doesn’t use ${START}`);
    describe(path.join(to, 'dist', 'build.json'), { version: own, shared_ui: `^${kit}` });
    fs.copyFileSync(path.join(from, 'module.json'), path.join(to, 'module.json'));
    return to;
  });
}

/** The environment of a server of this release. */
export function environmentOf(folder: string, release: Release): Record<string, string> {
  return { SHELL_DIR: laterShell(folder, release), LOCAL_MODULES: laterModules(folder, release).join(',') };
}

/** Today's release, one that adds something to the kit, one that removes something from it, and one that adds again. */
export function laterReleases(): Release[] {
  const shell = JSON.parse(fs.readFileSync(path.join(repository, 'shell', 'dist', 'shell.json'), 'utf8')) as {
    sharedUi: string;
  };
  const [major = 0, minor = 0] = shell.sharedUi.split('.').map(Number);
  return [
    { number: 1, kit: shell.sharedUi, starts: [START] },
    { number: 2, kit: `${major}.${minor + 1}.0`, starts: [START, `${START}2`] },
    { number: 3, kit: `${major + 1}.0.0`, starts: [`${START}3`] },
    { number: 4, kit: `${major + 1}.1.0`, starts: [`${START}3`, `${START}4`] },
  ];
}
