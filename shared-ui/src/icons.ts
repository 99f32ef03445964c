/** Icons of lucide (ISC) under the kit's names: 16 px, in the text color, hidden from screen readers. */
import { createElement, type ReactNode } from 'react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Bell from 'lucide-react/icons/bell';
import Building from 'lucide-react/icons/building-2';
import Calendar from 'lucide-react/icons/calendar';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ChevronUp from 'lucide-react/icons/chevron-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Funnel from 'lucide-react/icons/funnel';
import Info from 'lucide-react/icons/info';
import Keyboard from 'lucide-react/icons/keyboard';
import Link from 'lucide-react/icons/link';
import Lock from 'lucide-react/icons/lock';
import LogOut from 'lucide-react/icons/log-out';
import Menu from 'lucide-react/icons/menu';
import Minus from 'lucide-react/icons/minus';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import PanelRight from 'lucide-react/icons/panel-right';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Refresh from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import Star from 'lucide-react/icons/star';
import Sun from 'lucide-react/icons/sun';
import Trash from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo from 'lucide-react/icons/undo-2';
import User from 'lucide-react/icons/user';
import X from 'lucide-react/icons/x';

export interface IconProps {
  /** In pixels; 16 by default. */
  size?: number;
  className?: string;
}

export type Icon = (props: IconProps) => ReactNode;

function icon(drawing: typeof X): Icon {
  return ({ size = 16, className }) =>
    createElement(drawing, {
      size,
      strokeWidth: size > 20 ? 1.75 : 2,
      'aria-hidden': true,
      focusable: false,
      ...(className !== undefined && { className }),
    });
}

export const ArrowDownIcon = icon(ArrowDown);
export const ArrowUpIcon = icon(ArrowUp);
export const BellIcon = icon(Bell);
export const BuildingIcon = icon(Building);
export const CalendarIcon = icon(Calendar);
export const CheckIcon = icon(Check);
export const ChevronDownIcon = icon(ChevronDown);
export const ChevronLeftIcon = icon(ChevronLeft);
export const ChevronRightIcon = icon(ChevronRight);
export const ChevronUpIcon = icon(ChevronUp);
export const ClockIcon = icon(Clock);
export const CloseIcon = icon(X);
export const CopyIcon = icon(Copy);
export const DownloadIcon = icon(Download);
export const EditIcon = icon(Pencil);
export const ErrorIcon = icon(CircleAlert);
export const ExternalLinkIcon = icon(ExternalLink);
export const EyeIcon = icon(Eye);
export const EyeOffIcon = icon(EyeOff);
export const FilterIcon = icon(Funnel);
export const InfoIcon = icon(Info);
export const KeyboardIcon = icon(Keyboard);
export const LinkIcon = icon(Link);
export const LockIcon = icon(Lock);
export const MenuIcon = icon(Menu);
export const MinusIcon = icon(Minus);
export const MonitorIcon = icon(Monitor);
export const MoonIcon = icon(Moon);
export const MoreIcon = icon(Ellipsis);
export const PanelRightIcon = icon(PanelRight);
export const PlusIcon = icon(Plus);
export const RefreshIcon = icon(Refresh);
export const SearchIcon = icon(Search);
export const SignOutIcon = icon(LogOut);
export const SortIcon = icon(ChevronsUpDown);
export const StarIcon = icon(Star);
export const SuccessIcon = icon(CircleCheck);
export const SunIcon = icon(Sun);
export const TrashIcon = icon(Trash);
export const UndoIcon = icon(Undo);
export const UserIcon = icon(User);
export const WarningIcon = icon(TriangleAlert);
