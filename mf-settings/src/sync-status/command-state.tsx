/** The badge and text of a command's status, in one place so that a request never looks like a result. */
import type { CommandState, SyncCommand } from 'shared-api/contracts';
import { ClockIcon, DownloadIcon, RefreshIcon, type Tone } from 'shared-ui';
import type { ReactNode } from 'react';
import { messages } from '../messages';

const text = messages.syncStatus.commands;

/** The badge of each status. The badge of each status. Has its own icon only if the tone's icon would be misleading. */
export function badgeOf(state: CommandState): { tone: Tone; icon?: ReactNode } {
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

/** The status label, with the percentage if the agent sends one. */
export function stateText({ state, percent }: Pick<SyncCommand, 'state' | 'percent'>): string {
  const word = text.states[state];
  return state === 'running' && percent !== null ? `${word} ${text.percent(percent)}` : word;
}

/** The agent's message or a description of the status; null if the label is enough. */
export function explanation({ state, message }: Pick<SyncCommand, 'state' | 'message'>): string | null {
  if (message) return message;
  switch (state) {
    case 'requested':
      return text.waits;
    case 'delivered':
      return text.onTheWay;
    case 'timed_out':
      return text.gone;
    default:
      return null;
  }
}
