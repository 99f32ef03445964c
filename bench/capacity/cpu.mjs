// @ts-check
/** CPU seconds of processes and of the whole machine, from Linux' `/proc`. */
import fs from 'node:fs';
import os from 'node:os';

/** Clock ticks of the kernel's counters in a second. Fixed on Linux. */
const TICKS = 100;

/** The fields of `/proc/PID/stat` after the name, which may hold spaces. @param {number} pid */
function statOf(pid) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** CPU seconds of a process with its threads; 0 when it has ended. @param {number} pid */
export function cpuSecondsOf(pid) {
  const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number);
  return (user + system) / TICKS;
}

/** CPU seconds of a process's ended children. @param {number} pid */
function endedChildrenOf(pid) {
  const [user = 0, system = 0] = statOf(pid).slice(13, 15).map(Number);
  return (user + system) / TICKS;
}

/** @param {number} pid */
export const parentOf = (pid) => Number(statOf(pid)[1]);

/** CPU seconds of PostgreSQL's main process and its children. @param {number} main */
export function cpuSecondsOfFamily(main) {
  const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.map(Number).filter((pid) => parentOf(pid) === main);
  return [main, ...children].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0) + endedChildrenOf(main);
}

/** Idle seconds of the machine's cores, summed. */
export const idleSeconds = () => os.cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1000;

export const cores = os.cpus().length;
