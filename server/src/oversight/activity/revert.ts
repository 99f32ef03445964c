/** The former values of changes that an editor can stage. Nothing is saved: the person reviews the values and saves. */
import { type TimePart, timeParts } from 'shared-api/contracts';
import type { ActivityRevert } from 'shared-api/contracts/activity';
import { bundlesByName } from '../../billing/catalogue/catalogue.js';
import { forbiddenFields } from '../../practices/settings/settings-change.js';
import type { LoggedChange, Viewer } from './logged-change.js';
import { recordOf, textsOf } from './recorded.js';
import { changedDaysOf, scheduleOf, weeksOf } from './sentences/hours-sentences.js';
import { visibleFields } from './sentences/settings-sentences.js';

function settingsRevert({ before, after }: LoggedChange, viewer: Viewer): ActivityRevert | null {
  const former = recordOf(before);
  const { fields: visible } = visibleFields({ before, after }, viewer);
  const rights = {
    administrator: viewer.setsAdministratorFields,
    communicationOverrides: viewer.holds('communication'),
  };
  const forbidden = forbiddenFields(visible, rights);
  const fields = visible.filter((field) => !(field in forbidden));
  const values = Object.fromEntries(fields.map((field) => [field, former[field] ?? null]));
  if (fields.length === 0) return null;
  const others = visible.filter((field) => field in forbidden);
  return { kind: 'settings', values, ...(others.length > 0 && { forbidden: others }) };
}

function hoursRevert(change: LoggedChange): ActivityRevert | null {
  const before = weeksOf(change.before);
  const rows = [...weeksOf(change.after).values()].flatMap((week) => {
    const former = before.get(week.id);
    if (!former) return [];
    const times = changedDaysOf(former, week).flatMap((day) =>
      timeParts.map((part: TimePart) => [`${day}_${part}`, former.times[day][part]] as const),
    );
    const follows = former.followsOffice === week.followsOffice ? null : former.followsOffice;
    // A row that follows the office before and after is restored with the office's days.
    if (follows === null && (former.followsOffice || times.length === 0)) return [];
    return [
      { provider_id: week.id, follows_office: follows, times: former.followsOffice ? {} : Object.fromEntries(times) },
    ];
  });
  return rows.length === 0 ? null : { kind: 'weekly_hours', valid_from: scheduleOf(change), rows };
}

const nothing = { bundles: [], features: [], flags: [] };

/** Only manual changes: staff can't restore here what a subscription or a trial gives. */
function featuresRevert({ before, after }: LoggedChange): ActivityRevert | null {
  const [had, has] = [recordOf(before), recordOf(after)];
  const isManual = (value: unknown): boolean => textsOf(value).includes('grant');
  const pick = (from: Record<string, unknown>, other: Record<string, unknown>) => {
    const keys = Object.keys(from).filter((key) => isManual(from[key]) && !isManual(other[key]));
    const named = (kind: string): string[] =>
      keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1));
    const bundles = named('bundle');
    // A bundle is added and removed together with its features.
    const inBundles = new Set(bundles.flatMap((bundle) => bundlesByName.get(bundle)?.features ?? []));
    return { bundles, features: named('feature').filter((feature) => !inBundles.has(feature)), flags: [] };
  };
  const [add, remove] = [pick(had, has), pick(has, had)];
  const count = [add, remove].reduce((sum, side) => sum + side.bundles.length + side.features.length, 0);
  return count === 0 ? null : { kind: 'features', add, remove };
}

function flagsRevert({ before, after }: LoggedChange): ActivityRevert | null {
  const [off, on] = [textsOf(before), textsOf(after)];
  if (off.length + on.length === 0) return null;
  return { kind: 'features', add: { ...nothing, flags: off }, remove: { ...nothing, flags: on } };
}

/** Null if there is nothing that the person could restore. People who may make the change may restore it. */
export function revertOf(change: LoggedChange, viewer: Viewer): ActivityRevert | null {
  switch (change.action) {
    case 'settings.save':
      return viewer.opensPractice && viewer.holds('settings') ? settingsRevert(change, viewer) : null;
    case 'weekly_hours.save':
      return viewer.opensPractice && viewer.holds('hours') ? hoursRevert(change) : null;
    case 'entitlements.change':
      return viewer.internal ? featuresRevert(change) : null;
    case 'feature_flags.change':
      return viewer.internal ? flagsRevert(change) : null;
    default:
      return null;
  }
}

const overrideLists = ['emailOptOutOverrideOptions', 'smsOptOutOverrideOptions'];

/** Path of the editor that stages the former values. Null if there is none. */
export function revertPathOf(change: LoggedChange, viewer: Viewer): string | null {
  const revert = revertOf(change, viewer);
  if (!revert) return null;
  const { practiceId, id } = change;
  switch (revert.kind) {
    case 'settings': {
      const isCommunication = Object.keys(revert.values).every((field) => overrideLists.includes(field));
      const page = isCommunication ? 'communication/settings' : 'practice/general';
      return `/settings/${practiceId}/${page}?revert=${id}`;
    }
    case 'weekly_hours': {
      const schedule = revert.valid_from === null ? '' : `schedule=${revert.valid_from}&`;
      return `/settings/${practiceId}/practice/provider-hours?${schedule}revert=${id}`;
    }
    case 'features':
      return `/internal/practices/${practiceId}/subscriptions?revert=${id}`;
  }
}
