/** What a command's state looks like and says: one place, so that a request is never mistaken for a result. */
import type { CommandState, SyncCommand } from 'shared-api/contracts';
import { ClockIcon, DownloadIcon, RefreshIcon, type Tone } from 'shared-ui';
import type { ReactNode } from 'react';
import { messages } from '../messages';

const words = messages.syncStatus.commands;

/** An icon of its own only where the tone's would say another thing. */
export function lookOf(state: CommandState): { tone: Tone; icon?: ReactNode } {
  switch (state) {
    case 'requested':
      return { tone: 'attention', icon: <ClockIcon size={12} /> };
    case 'delivered':
      return { tone: 'information', icon: <DownloadIcon size={12} /> };
    case 'running':
      return { tone: 'information', icon: <RefreshIcon size={12} /> };
    case 'done':
      return { tone: 'success' };
    case 'failed':
      return { tone: 'danger' };
    case 'timed_out':
      return { tone: 'danger', icon: <ClockIcon size={12} /> };
  }
}

export function isUnfinished({ state }: Pick<SyncCommand, 'state'>): boolean {
  return state === 'requested' || state === 'delivered' || state === 'running';
}

/** The word of the state, with how far it is where the agent tells. */
export function stateText({ state, percent }: Pick<SyncCommand, 'state' | 'percent'>): string {
  const word = words.states[state];
  return state === 'running' && percent !== null ? `${word} ${words.percent(percent)}` : word;
}

/** What the agent says, or else what the state means for the person; null where the state says it all. */
export function explanation({ state, message }: Pick<SyncCommand, 'state' | 'message'>): string | null {
  if (message) return message;
  switch (state) {
    case 'requested':
      return words.waits;
    case 'delivered':
      return words.onTheWay;
    case 'timed_out':
      return words.gone;
    default:
      return null;
  }
}
