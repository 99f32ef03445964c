// @ts-check
/**
 * `npm run bench`: every measurement against its budget, printed as soon as it is known. Exits with 1 if one is missed. As part of
 * `npm run verify`, `--verify`, only a missed size fails, because times depend on the machine and on what else it does. It
 * also opens pages less often, and leaves out what takes longest: the capacity of copies, a release of a module, which has to
 * be checked first, and many practices on the embedded database.
 */
import { command, compileServer, buildStale, installMissing, remoteFolders } from '../tools/steps.mjs';

const isVerify = process.argv.includes('--verify');

await command(async () => {
  await installMissing();
  await compileServer();
  await buildStale(remoteFolders());
  const { measureFirstLoad } = await import('./first-load.mjs');
  const { measureOneBundle } = await import('./one-bundle.mjs');
  const { measureOverview } = await import('./overview.mjs');
  const { measureReads } = await import('./reads.mjs');
  const { measureLargePractice } = await import('./large-practice.mjs');
  const { measureHoursGrid } = await import('./hours-grid.mjs');
  const { measureKitInputs } = await import('./kit.mjs');
  const { measureAllPractices } = await import('./all-practices.mjs');
  const measurements = [
    measureFirstLoad,
    () => measureOneBundle(isVerify ? 1 : undefined),
    () => measureOverview(isVerify ? 3 : undefined),
    measureReads,
    measureLargePractice,
    measureHoursGrid,
    measureKitInputs,
    () => measureAllPractices({ embedded: !isVerify }),
  ];
  if (!isVerify) {
    const { measureReleases } = await import('./releases.mjs');
    const { measureCallsDuringBulk } = await import('./calls-during-bulk.mjs');
    const { measureCapacity } = await import('./capacity.mjs');
    measurements.push(measureReleases, measureCallsDuringBulk, measureCapacity);
  }
  for (const measure of measurements) {
    try {
      const rows = await measure();
      printRows(rows);
      if (rows.some(({ holds, isExact }) => !holds && (isExact || !isVerify))) process.exitCode = 1;
    } catch (error) {
      // The others are still measured.
      console.error(error);
      process.exitCode = 1;
    }
  }
});

/** @param {readonly import('./budget.mjs').Row[]} rows */
function printRows(rows) {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, measured, budget, holds } of rows) {
    console.log(
      `${what.padEnd(width)}  ${measured.padStart(12)}  ${budget.padStart(12)}  ${holds ? 'holds' : 'MISSED'}`,
    );
  }
}
