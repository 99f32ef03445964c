import { lazy, type ReactNode, Suspense } from 'react';
import { useStore } from 'zustand';
import { saveComputer } from '../session/session-actions';
import type { ShellContext } from '../shell-context';
import type { SharedComputerDialogProps } from './SharedComputerDialog';

/** Loads when it first opens. If its chunk fails to load, nothing is shown. */
const SharedComputerDialog = lazy<(props: SharedComputerDialogProps) => ReactNode>(() =>
  import('./SharedComputerDialog').then(
    (loaded) => ({ default: loaded.SharedComputerDialog }),
    () => ({ default: () => null }),
  ),
);

/** Asks whether the computer is shared, and for the name that the sign-in page shows. */
export function SharedComputer({ shell, onClose }: { shell: ShellContext; onClose: () => void }): ReactNode {
  const computer = useStore(shell.sharedComputer, (state) => state.computer);
  return (
    <Suspense fallback={null}>
      <SharedComputerDialog
        user={shell.session.user}
        computer={computer}
        save={(change) => saveComputer(shell, change)}
        onClose={() => {
          onClose();
          // Closing without a choice means not listed.
          const { computer: present } = shell.sharedComputer.getState();
          if (present?.asks) void saveComputer(shell, { shared: true, name: null });
        }}
      />
    </Suspense>
  );
}
