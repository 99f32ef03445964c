/** Builds of the shell that replicas serve. */

export interface ShellBuildsTable {
  /** Hash of the build's description. */
  id: string;
  /** The day a replica last served it. */
  served_at: Date;
  /** Version of the kit. Null if a release before decision 0103 stored the build. */
  shared_ui: string | null;
}

/** The name of a file contains a hash of its content. */
export interface ShellFilesTable {
  path: string;
  content: Buffer;
}

export interface ShellBuildFilesTable {
  build: string;
  path: string;
}

declare module '../database/tables.js' {
  interface Tables {
    shell_builds: ShellBuildsTable;
    shell_files: ShellFilesTable;
    shell_build_files: ShellBuildFilesTable;
  }
}
