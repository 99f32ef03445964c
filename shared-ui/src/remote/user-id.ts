import { createContext, useContext } from 'react';
import { RemoteContext } from './use-remote';

/** Id of the signed-in person in the shell, where there is no module. */
export const UserIdContext = createContext<string | null>(null);

/** Id of the signed-in person; null outside the shell and modules, as in the kit's stories. */
export function useOptionalUserId(): string | null {
  const remote = useContext(RemoteContext);
  const userId = useContext(UserIdContext);
  return remote?.session.user.id ?? userId;
}

/** Id of the signed-in person. */
export function useUserId(): string {
  const id = useOptionalUserId();
  if (id === null) throw new Error('useUserId needs a module, or UserIdContext around it');
  return id;
}
