import { type ModuleDeclaration, moduleDeclaration } from 'shared-api/contracts';
import { fieldMessages } from '../platform/http/validation-messages.js';
import { grantModule } from '../modules/registry/module-grants.js';
import { reachText } from '../modules/registry/canaries.js';
import { listCanaries, listModules, listVersions } from '../modules/registry/module-repository.js';
import { exportVersion } from '../modules/registry/module-export.js';
import { pruneModules } from '../modules/registry/prune.js';
import { type Command, formatMinute, formatTable } from './run.js';
import { UsageError } from './usage-error.js';

/** @throws UsageError naming the file and its error */
function declarationIn(text: string, file: string): ModuleDeclaration {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} isn’t valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = moduleDeclaration.safeParse(json);
  if (read.success) return read.data;
  const fields = fieldMessages(
    read.error.issues.map((issue) => ({
      keyword: issue.code,
      instancePath: `/${issue.path.join('/')}`,
      message: issue.message,
      params: { ...issue },
    })),
  );
  const lines = Object.entries(fields).map(([field, words]) => `  ${field === '' ? 'the file' : field}: ${words}`);
  throw new UsageError(`${file} isn’t a module’s declaration:\n${lines.join('\n')}`);
}

const readingProblems: Readonly<Record<string, string>> = {
  ENOENT: 'it doesn’t exist',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not open it',
};

export const moduleCommands: readonly Command[] = [
  {
    usage: 'module grant <module.json>',
    summary: 'grant a module its paths, contributions and audience, or change them',
    options: { remove: { type: 'boolean', summary: 'also what a live version or a canary needs is taken away' } },
    async gather({ args }, here) {
      const file = args['module.json'] ?? '';
      return here.readFile(file).catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(`${file} can’t be read: ${readingProblems[error.code ?? ''] ?? error.message}.`);
      });
    },
    async run({ db, args, options, given, audit, io }) {
      const declaration = declarationIn(given ?? '', args['module.json'] ?? '');
      const changed = await grantModule(db, declaration, audit, { mayRemove: options['remove'] === true });
      const paths = declaration.routes.flatMap(({ path, aliases = [] }) => [
        `  ${path}`,
        ...aliases.map((alias) => `  ${alias} leads to it`),
      ]);
      io.out(`${declaration.name} ${changed ? 'is now' : 'was already'} granted to ${declaration.audience} people:`);
      paths.forEach(io.out);
      for (const { slot, title } of declaration.contributions ?? []) io.out(`  ${slot}: ${title}`);
    },
  },
  {
    usage: 'module list',
    summary: 'list granted modules, their live versions and canaries',
    async run({ db, io }) {
      const [modules, canaries] = await Promise.all([listModules(db), listCanaries(db)]);
      const canaryOf = (name: string): string => {
        const canary = canaries.find(({ module }) => module === name);
        return canary ? `canary ${canary.version} for ${reachText(canary)}` : '';
      };
      formatTable(
        modules.map((module) => [
          module.name,
          module.audience,
          module.live_version ?? 'nothing live',
          canaryOf(module.name),
          module.service ? `service at ${module.service.base_url}` : '',
          module.granted.routes.map((route) => route.path).join(' '),
        ]),
      ).forEach(io.out);
    },
  },
  {
    usage: 'module versions <module>',
    summary: 'list the versions whose files are stored, newest first',
    async run({ db, args, io }) {
      const module = args['module'] ?? '';
      const stored = (await listVersions(db, module)).filter(({ pruned_at: prunedAt }) => prunedAt === null);
      if (stored.length === 0) io.out(`No files of ${module} are stored.`);
      formatTable(stored.map((one) => [one.version, formatMinute(one.published_at), one.published_by])).forEach(io.out);
    },
  },
  {
    usage: 'module export <module> <version>',
    summary: 'print a stored version as JSON, with its files, as it was published',
    async run({ db, args, io }) {
      io.out(JSON.stringify(await exportVersion(db, args['module'] ?? '', args['version'] ?? '')));
    },
  },
  {
    usage: 'module prune',
    summary: 'delete files of versions that nobody used within the last 30 days',
    async run({ db, audit, io }) {
      const pruned = await pruneModules(db, audit);
      pruned.forEach(({ module, version, bytes }) => io.out(`${module} ${version}: ${(bytes / 1000).toFixed(0)} kB`));
      io.out(`${pruned.length} version(s) pruned.`);
    },
  },
];
