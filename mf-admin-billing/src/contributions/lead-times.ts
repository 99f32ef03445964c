import { shortInstants } from 'shared-api/contracts';
import { browserZone } from '../browser-zone';

/**
 * When each line of a card happened: `9:12 AM` for today, `Nov 28` for an earlier day, with the time if the card has
 * several lines of that day.
 *
 * @param instants epoch seconds
 */
export const leadTimes = (instants: readonly number[]): string[] => shortInstants(instants, browserZone(), new Date());
