/** Modules' contributions to the shell's own pages, and their audience. Pure functions. */
import type { ModuleContribution, ModuleDeclaration } from 'shared-api/contracts';

const contributionsOf = ({ contributions = [] }: ModuleDeclaration): readonly ModuleContribution[] => contributions;

/** What a grant covers: slot, name and audience. The team chooses title, order, size and position. */
const isCovered = (one: ModuleContribution, granted: ModuleContribution): boolean =>
  one.slot === granted.slot &&
  one.name === granted.name &&
  one.scope === granted.scope &&
  one.right === granted.right &&
  (one.super_admin ?? false) === (granted.super_admin ?? false);

const nameOf = ({ slot, name }: ModuleContribution): string => `${name} (${slot})`;

/** Contributions that a module declares but isn't granted, by name and slot. It may declare fewer than it is granted. */
export function contributionsNotGranted(declaration: ModuleDeclaration, granted: ModuleDeclaration): string[] {
  return contributionsOf(declaration)
    .filter((one) => !contributionsOf(granted).some((other) => isCovered(one, other)))
    .map(nameOf);
}

/** The contributions of a version that a person gets. A narrowed grant takes effect immediately. */
export function contributionsFor(
  declaration: ModuleDeclaration,
  granted: ModuleDeclaration,
  viewer: { flags: { super_admin: boolean } },
): ModuleContribution[] {
  return contributionsOf(declaration).filter(
    (one) =>
      contributionsOf(granted).some((other) => isCovered(one, other)) &&
      (one.super_admin !== true || viewer.flags.super_admin),
  );
}

/** Problems with a declaration's contributions, as messages for the team. */
export function contributionProblems(declaration: ModuleDeclaration): string[] {
  const problems: string[] = [];
  const names = new Set<string>();
  for (const one of contributionsOf(declaration)) {
    if (names.has(one.name)) problems.push(`Two contributions are named ${one.name}.`);
    names.add(one.name);
    if (one.slot === 'overview.card' && one.size === undefined) {
      problems.push(`The card ${one.name} needs a size: none, narrow or wide.`);
    }
    if (one.slot === 'nav.badge' && !declaration.routes.some(({ path }) => path === one.route)) {
      problems.push(`The badge ${one.name} needs a route of its module.`);
    }
    if (one.right !== undefined && one.scope !== 'practice') {
      problems.push(`${one.name} needs the right "${one.right}", which exists only in a practice.`);
    }
    if (one.without_practice && !(one.scope === 'practice' && ['command', 'search'].includes(one.slot))) {
      problems.push(`${one.name} can’t do without a practice: only commands and searches about a practice can.`);
    }
    if (one.scope === 'practice' && declaration.audience === 'internal' && one.slot === 'overview.card') {
      problems.push(`The card ${one.name} is about a practice, but the internal overview is about all practices.`);
    }
  }
  return problems;
}
