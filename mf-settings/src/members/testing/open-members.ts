/** The members page, opened as the owner, and its parts. */
import { screen, within } from '@testing-library/react';
import { staff } from '../../settings-record/testing/builders';
import { MEMBERS, type OpenPage, openPage, server } from '../../settings-record/testing/open-page';
import { MemberServer, mia, olivia, sam } from './member-server';

export function serve(members = [olivia, mia, sam]): MemberServer {
  const state = new MemberServer(members);
  server.use(...state.handlers());
  return state;
}

export const session = { user: { id: olivia.user_id, name: olivia.name, email: olivia.email }, flags: staff };

export async function open(rights?: readonly ['members'] | readonly []): Promise<OpenPage> {
  const page = await openPage(staff, { route: MEMBERS, session }, rights);
  await screen.findByRole('heading', { name: 'Members' });
  return page;
}
export async function openTable(): Promise<OpenPage> {
  const page = await open();
  await screen.findByRole('rowheader', { name: /Olivia Owner/ });
  return page;
}
export const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));
export const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));
export const button = (name: string) => screen.getByRole('button', { name });
export const toasts = ({ shell }: OpenPage) => shell.notifications.map(({ message }) => message);
/** The button for a member's menu. */
export const more = (name: string) => button(`More for ${name}`);
/** Chooses an action from a member's menu. */
export async function choose({ user }: OpenPage, name: string, action: string): Promise<void> {
  await user.click(more(name));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}
