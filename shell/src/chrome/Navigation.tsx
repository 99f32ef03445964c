import type { ReactNode } from 'react';
import { ACCOUNT_PATH } from '../navigation/resolve-route';
import { AccountMenu } from './AccountMenu';
import type { AppLayoutProps } from './AppLayout';
import { PracticeSwitcher } from './PracticeSwitcher';
import { QuickLinksButton } from './QuickLinksButton';
import { SearchButton } from './SearchButton';
import { Sidebar } from './Sidebar';

export interface NavigationProps {
  layout: AppLayoutProps;
  /** Opens the Quick Links; undefined where they are shown, or aren't any. */
  onLinks: (() => void) | undefined;
  onOverride: (() => void) | undefined;
  /** Closes the drawer of the navigation. */
  onClose: () => void;
  notifications: ReactNode;
}

/** The sidebar with what the layout fills it with. */
export function Navigation({ layout, onLinks, onOverride, onClose, notifications }: NavigationProps): ReactNode {
  const { practice, practices, allPractices } = layout;
  const go = (path: string): void => {
    onClose();
    layout.onNavigate(path);
  };
  return (
    <Sidebar
      areas={layout.areas}
      overview={layout.overview}
      badges={layout.badges}
      path={layout.path}
      practice={practice ?? undefined}
      internal={layout.internal}
      otherSide={layout.otherSide}
      onNavigate={go}
      onPoint={layout.onPoint}
      switcher={
        (allPractices || practices.length > 0) && (
          <PracticeSwitcher
            current={practice}
            practices={practices}
            all={allPractices}
            search={layout.searchPractices}
            onChoose={(chosen) => {
              onClose();
              layout.onChoosePractice(chosen);
            }}
          />
        )
      }
      search={
        <SearchButton
          onClick={() => {
            onClose();
            layout.onPalette();
          }}
        />
      }
      extra={onLinks && <QuickLinksButton onClick={onLinks} />}
      account={
        <AccountMenu
          user={layout.user}
          onAccount={() => go(ACCOUNT_PATH)}
          onShortcuts={() => layout.onShortcuts(true)}
          onOverride={onOverride}
          sharedComputer={layout.sharedComputer}
          onSignOut={layout.onSignOut}
        />
      }
      notifications={notifications}
    />
  );
}
