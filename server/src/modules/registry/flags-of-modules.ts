/** The feature flags that modules require, and whether the catalog has them. Pure functions. */
import type { AnswerOf, ModuleDeclaration } from 'shared-api/contracts';
import type { listFeatureFlagUses } from 'shared-api/contracts/module-feature-flags';
import { featureFlags } from '../../access/practice-records/feature-flag-catalog.js';
import type { RegisteredModule } from './module-list.js';

const flagsOf = ({ feature_flags: flags = [] }: ModuleDeclaration): readonly string[] => flags;

/** Problems with a declaration's feature flags, as messages for the team. */
export function flagProblems(declaration: ModuleDeclaration): string[] {
  const catalogNames = featureFlags.map(({ name }) => name);
  const unknown = flagsOf(declaration).filter((flag) => !catalogNames.includes(flag));
  const undeclared = (declaration.contributions ?? []).filter(
    ({ feature_flag: flag }) => flag !== undefined && !flagsOf(declaration).includes(flag),
  );
  const withoutPractice = (declaration.contributions ?? []).filter(
    ({ feature_flag: flag, scope }) => flag !== undefined && scope !== 'practice',
  );
  return [
    ...(unknown.length > 0
      ? [
          `${declaration.name} declares feature flags that this console’s catalog doesn’t have: ${unknown.join(', ')}. It has ${catalogNames.join(', ')}.`,
        ]
      : []),
    ...undeclared.map(
      ({ name, feature_flag: flag }) => `${name} needs the feature flag "${flag}", which feature_flags doesn’t name.`,
    ),
    ...withoutPractice.map(
      ({ name, feature_flag: flag }) => `${name} needs the feature flag "${flag}", which exists only in a practice.`,
    ),
  ];
}

/** The catalog's flags with the modules whose live version, canary or preview requires them. */
export function flagUses(registered: readonly RegisteredModule[]): AnswerOf<typeof listFeatureFlagUses>['flags'] {
  return featureFlags.map(({ name, displayName }) => ({
    name,
    display_name: displayName,
    modules: registered.flatMap(({ name: module, live, canary, previews }) => {
      const using = [live, canary, ...previews].find(
        (version) => version && flagsOf(version.declaration).includes(name),
      );
      return using ? [{ name: module, title: using.declaration.title }] : [];
    }),
  }));
}
