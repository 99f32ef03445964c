import { lazy, type ReactNode, Suspense } from 'react';
import { useStore } from 'zustand';
import { saveComputer } from '../session/session-actions';
import type { ShellContext } from '../shell-context';
import type { SharedComputerDialogProps } from './SharedComputerDialog';

/** Loaded when it first opens. Without its chunk it stays away, and the console goes on. */
const SharedComputerDialog = lazy<(props: SharedComputerDialogProps) => ReactNode>(() =>
  import('./SharedComputerDialog').then(
    (loaded) => ({ default: loaded.SharedComputerDialog }),
    () => ({ default: () => null }),
  ),
);

/** Asks whether the computer is shared, and under which name the sign-in page lists the person. */
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
          // Closed without a choice: not listed.
          const { computer: present } = shell.sharedComputer.getState();
          if (present?.asks) void saveComputer(shell, { shared: true, name: null });
        }}
      />
    </Suspense>
  );
}
