import { shortInstants } from 'shared-api/contracts';
import { browserZone } from '../browser-zone';

/** When each line of a card happened: `9:12 AM` for today, `Nov 28` for earlier days. @param instant epoch seconds */
export const leadTime = (instant: number): string => shortInstants([instant], browserZone(), new Date())[0] ?? '';
