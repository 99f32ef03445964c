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

/** @returns pages by module and order */
export function declaredPages(): DeclaredPage[] {
  return fs
    .readdirSync(repository, { withFileTypes: true })
    .map(({ name }) => path.join(repository, name, 'module.json'))
    .filter((file) => fs.existsSync(file))
    .flatMap((file) => {
      const { name, audience, routes } = JSON.parse(fs.readFileSync(file, 'utf8')) as ModuleDeclaration;
      return routes.map((route) => ({
        module: name,
        title: route.title,
        audience,
        path: (practiceId: number) => route.path.replace(':practice', String(practiceId)),
      }));
    });
}
