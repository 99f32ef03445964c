import { createContext, useContext } from 'react';
import { RemoteContext } from './use-remote';

/** Id of the signed-in person, where there is no module: in the shell. */
export const UserIdContext = createContext<string | null>(null);

/** Id of the signed-in person. */
export function useUserId(): string {
  const remote = useContext(RemoteContext);
  const userId = useContext(UserIdContext);
  const id = remote?.session.user.id ?? userId;
  if (id === null) throw new Error('useUserId needs a module, or UserIdContext around it');
  return id;
}
