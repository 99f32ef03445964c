/** The operator who runs a command, for the audit log. */
import { userInfo } from 'node:os';
import { UsageError } from './usage-error.js';

export const MAX_OPERATOR_LENGTH = 100;

/** The user of the operating system. A container may have a number without a name. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'without a name'}`;
  }
}

const ARGUMENT = '--operator';

/**
 * Extracts the operator option, which every command accepts, from a command line.
 *
 * @param defaults the operator by default: `CONSOLE_OPERATOR`, or the operating system's user
 * @throws UsageError for an option without a name
 */
export function readOperator(
  typed: readonly string[],
  defaults: { configured: string | undefined; user: () => string },
): { argv: string[]; operator: string } {
  const argv = [...typed];
  const index = argv.findIndex((word) => word === ARGUMENT || word.startsWith(`${ARGUMENT}=`));
  let named: string | undefined;
  if (index >= 0) {
    const [word = ''] = argv.splice(index, 1);
    named = word === ARGUMENT ? argv.splice(index, 1)[0] : word.slice(ARGUMENT.length + 1);
    if (named === undefined || named.trim() === '' || named.startsWith('--')) {
      throw new UsageError(`Type a name after ${ARGUMENT}.`);
    }
  }
  const configured = defaults.configured?.trim();
  const operator = (named ?? (configured === undefined || configured === '' ? defaults.user() : configured)).trim();
  if (operator.length > MAX_OPERATOR_LENGTH || /\p{Cc}/u.test(operator)) {
    throw new UsageError(`The operator's name has at most ${MAX_OPERATOR_LENGTH} characters, on one line.`);
  }
  return { argv, operator };
}
