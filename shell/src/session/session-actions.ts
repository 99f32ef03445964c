import type { ApiError } from 'shared-api';
import { leavePreviewOf } from '../preview/calls';
import type { ShellContext } from '../shell-context';
import { addressAfterSignOut } from './address-after-sign-out';
import { endOverride, overrideModule, saveSharedComputer, signOutSession } from './calls';
import { forgetInTab } from './forget-in-tab';
import { announcePerson } from './session-channel';

/** Ends the session, unless the person stays because of unsaved changes. */
export async function signOut(shell: ShellContext): Promise<void> {
  if (await shell.mayLeave()) await endSession(shell, false);
}

/** Ends the session for the next person at a shared computer. Typed input stays in this tab for the current person. */
export const switchPerson = (shell: ShellContext): Promise<void> => endSession(shell, true);

async function endSession(shell: ShellContext, isSwitch: boolean): Promise<void> {
  const { error, providerSignOut } = await signOutSession(shell.transport);
  if (error) {
    shell.notify({ severity: 'error', message: error.message });
    return;
  }
  announcePerson(null);
  if (isSwitch) shell.unsaved.setState(null);
  else forgetInTab(shell.session.user.id);
  shell.reports.stop();
  const isShared = shell.sharedComputer.getState().computer !== undefined;
  location.assign(addressAfterSignOut({ isShared, isSwitch, providerSignOut }));
}

export interface ComputerChange {
  shared: boolean;
  /** The person's name on the sign-in page. Null if not listed. */
  name: string | null;
}

export async function saveComputer(shell: ShellContext, change: ComputerChange): Promise<{ error?: ApiError }> {
  const { error, computer } = await saveSharedComputer(shell.transport, change);
  if (error) return { error };
  shell.sharedComputer.setState({ computer }, true);
  return {};
}

/** Restores a module's released version after a preview or a developer's own build. */
export async function restoreReleased(shell: ShellContext, module: string, isPreview: boolean): Promise<void> {
  if (!(await shell.mayLeave())) return;
  const { error } = isPreview
    ? await leavePreviewOf(shell.transport, module)
    : await endOverride(shell.transport, module);
  if (error) shell.notify({ severity: 'error', message: error.message });
  else location.reload();
}

export async function loadFromDeveloper(
  shell: ShellContext,
  module: string,
  entry: string,
): Promise<{ error?: ApiError; stays?: true }> {
  if (!(await shell.mayLeave())) return { stays: true };
  const result = await overrideModule(shell.transport, module, entry);
  // Waits until the dialog has closed, because the browser would ask about its typed text.
  if (!result.error) setTimeout(() => location.reload());
  return result;
}

export async function endSupportAccess(shell: ShellContext, practiceId: number): Promise<void> {
  if (!(await shell.mayLeave())) return;
  const { error } = await shell.support.end(practiceId);
  if (error) shell.notify({ severity: 'error', message: error.message });
}
