import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { repository } from '../support/repository';

/** Builds the static Storybook, before Playwright looks for its stories. */
export default function globalSetup(): void {
  const cwd = path.join(repository, 'shared-ui');
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'storybook:build'], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Storybook could not be built:\n${stdout}${stderr}`);
}
