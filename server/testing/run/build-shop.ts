import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { projectRoot } from '#server/platform/storage/project-root.ts'

/** Builds the bundle that separate shop processes start from, if its sources have changed. */
export async function buildIfStale(): Promise<void> {
  await promisify(execFile)(process.execPath, [
    path.join(projectRoot, 'scripts/build-if-stale.mjs'),
  ])
}
