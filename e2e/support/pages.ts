/** All pages that modules declare, so that journeys include new ones automatically. */
import fs from 'node:fs';
import path from 'node:path';
import type { ModuleDeclaration } from 'shared-api/contracts';
import { repository } from './repository';

export interface DeclaredPage {
  module: string;
  title: string;
  audience: ModuleDeclaration['audience'];
  /** The path for a practice. */
  path: (practiceId: number) => string;
}

const declarations = (): ModuleDeclaration[] =>
  fs
    .readdirSync(repository, { withFileTypes: true })
    .map(({ name }) => path.join(repository, name, 'module.json'))
    .filter((file) => fs.existsSync(file))
    .map((file) => JSON.parse(fs.readFileSync(file, 'utf8')) as ModuleDeclaration);

/** @returns pages by module and order */
export function declaredPages(): DeclaredPage[] {
  return declarations().flatMap(({ name, audience, routes }) =>
    routes.map((route) => ({
      module: name,
      title: route.title,
      audience,
      path: (practiceId: number) => route.path.replace(':practice', String(practiceId)),
    })),
  );
}

/** The names of all badges, whose code is asked for a moment after the page. */
export function declaredBadges(): string[] {
  return declarations().flatMap(({ contributions = [] }) =>
    contributions.filter(({ slot }) => slot === 'nav.badge').map(({ name }) => name),
  );
}
