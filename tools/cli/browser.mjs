// @ts-check
import fs from 'node:fs';
import path from 'node:path';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const APPLICATIONS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Path of a Chromium or Chrome: CHROME_PATH, or the first one in PATH; null if there is none. */
export function findBrowser(env = process.env) {
  const named = env['CHROME_PATH'] ?? env['CHROMIUM_PATH'];
  if (named) return fs.existsSync(named) ? named : null;
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const endings = process.platform === 'win32' ? ['.exe'] : [''];
  const inPath = PROGRAMS.flatMap((name) =>
    folders.flatMap((folder) => endings.map((ending) => path.join(folder, name + ending))),
  );
  return [...inPath, ...APPLICATIONS].find((file) => fs.existsSync(file)) ?? null;
}
