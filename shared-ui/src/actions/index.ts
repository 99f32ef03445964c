export { Button, type ButtonProps, type ButtonVariant } from './Button';
export { IconButton, type IconButtonProps } from './IconButton';
export { Link, type LinkProps } from './Link';
export { download } from './download';
export { Menu, MenuButton, type MenuButtonProps, type MenuEntry, type MenuItems, type MenuProps } from './MenuButton';
export { Popover, type PopoverProps } from './Popover';
export { Tooltip, type TooltipProps } from './Tooltip';
