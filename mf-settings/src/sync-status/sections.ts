import type { Flags } from 'shared-api';
import { messages } from '../messages';
import type { SectionNames } from '../settings-record/Section';

const words = messages.syncStatus;

/** What can be found in the section depends on who looks (6). */
export function syncSection(flags: Flags): SectionNames {
  const { details: facts, actions, versions, services } = words;
  return {
    title: words.title,
    names: [
      facts.data,
      facts.agent,
      words.days.title,
      actions.sync_now,
      ...(flags.super_admin ? [actions.full_update] : []),
      ...(flags.task_admin
        ? [
            versions.title,
            ...Object.values(versions.names),
            services.title,
            actions.unblock,
            words.restartOf(services.database),
            words.restartOf(services.phone),
          ]
        : []),
    ],
  };
}
