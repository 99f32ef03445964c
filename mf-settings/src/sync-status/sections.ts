import type { Flags } from 'shared-api';
import { messages } from '../messages';
import type { SectionNames } from '../settings-record/Section';

const text = messages.syncStatus;

/** The search terms of the section. They depend on the person's flags (6). */
export function syncSection(flags: Flags): SectionNames {
  const { details: facts, actions, versions, services } = text;
  return {
    title: text.title,
    names: [
      facts.data,
      facts.agent,
      text.days.title,
      actions.sync_now,
      ...(flags.super_admin ? [actions.full_update] : []),
      ...(flags.task_admin
        ? [
            versions.title,
            ...Object.values(versions.names),
            services.title,
            actions.unblock,
            text.restartOf(services.database),
            text.restartOf(services.phone),
          ]
        : []),
    ],
  };
}
