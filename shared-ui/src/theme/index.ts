export { busyRegion } from './busy-line';
export { ConsoleTheme, type ConsoleThemeProps } from './ConsoleTheme';
export { applyThemeMode, readThemeMode, type ThemeMode, themeModes } from './theme-mode';
export {
  color,
  forcedMark,
  forcedOutline,
  forcedTrack,
  motion,
  narrow,
  phone,
  phoneQuery,
  radius,
  size,
  touch,
  touchQuery,
  touchTarget,
} from './tokens';
export { useScheme } from './use-scheme';
