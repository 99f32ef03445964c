export const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);
