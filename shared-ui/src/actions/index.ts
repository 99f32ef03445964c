export { ActionMenu, type ActionMenuProps, type MenuEntry, type MenuItems } from './ActionMenu';
export { download } from './download';
export { MenuButton, type MenuButtonProps } from './MenuButton';
export { pageLink } from './page-link';
export { NewTabLink, type NewTabLinkProps } from './NewTabLink';
export { PopoverDialog, type PopoverDialogProps } from './PopoverDialog';
