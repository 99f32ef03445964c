/** A time in wire format: whole seconds since 1970, UTC. */
export const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export const epochSecondsOrNull = (date: Date | null | undefined): number | null => (date ? epochSeconds(date) : null);
