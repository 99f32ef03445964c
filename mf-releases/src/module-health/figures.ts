/** Formats figures, and derives the state of modules from them. Pure. */
import { countText, type ModuleHealth, type VersionHealth, type VitalName } from 'shared-api/contracts';

export type Vital = NonNullable<VersionHealth['vitals'][VitalName]>;
export type Rating = Vital['rating'];

/** The reported vitals that the page shows. */
export const shownVitals = ['LCP', 'INP', 'CLS'] as const satisfies readonly VitalName[];

/** `850 ms`, `1.2 s`. */
export function durationText(milliseconds: number): string {
  return milliseconds < 999.5 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** `132 kB`. */
export function sizeText(bytes: number): string {
  return `${countText(Math.round(bytes / 1000))} kB`;
}

/** The text of a vital. A layout shift has no unit; the others are times. */
export function vitalText(name: VitalName, value: number): string {
  return name === 'CLS' ? value.toFixed(2) : durationText(value);
}

/** A share as a percentage, such as `4%` or `0.4%`; empty if the share or the total is 0. */
export function shareText(part: number, of: number): string {
  if (of === 0 || part === 0) return '';
  const percent = (part / of) * 100;
  return percent < 10 ? `${Number(percent.toFixed(1))}%` : `${Math.round(percent)}%`;
}

export function wasOpened(version: VersionHealth): boolean {
  return version.visits > 0 || version.errors > 0 || Object.keys(version.vitals).length > 0;
}

export function hasFailed({ failing_people, failed_visits, errors }: VersionHealth): boolean {
  return failing_people > 0 || failed_visits > 0 || errors > 0;
}

/** False if nothing failed, no vital is poor, and no canary runs. */
export function needsAttention({ canary, versions, service, contributions = [] }: ModuleHealth): boolean {
  return (
    canary !== null ||
    versions.some((version) => version.role !== 'former' && (hasFailed(version) || hasPoorVital(version))) ||
    Boolean(service && (service.failed > 0 || service.not_sent > 0 || service.paused)) ||
    contributions.some(({ failed }) => failed > 0)
  );
}

const hasPoorVital = ({ vitals }: VersionHealth): boolean =>
  shownVitals.some((name) => vitals[name]?.rating === 'poor');

export function versionIn(module: ModuleHealth, role: VersionHealth['role']): VersionHealth | undefined {
  return module.versions.find((version) => version.role === role);
}

/** Titles of modules whose live version or canary failed for somebody. */
export function failingTitles(modules: readonly ModuleHealth[]): string[] {
  return modules
    .filter(({ versions }) => versions.some(({ role, failing_people }) => role !== 'former' && failing_people > 0))
    .map(({ title }) => title);
}

/** Titles of modules with failed requests to their own service. */
export function failingServiceTitles(modules: readonly ModuleHealth[]): string[] {
  return modules.filter(({ service }) => service && service.failed > 0).map(({ title }) => title);
}
