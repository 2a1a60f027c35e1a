import { execFileSync } from 'node:child_process'
import path from 'node:path'

import type { TestProject } from 'vitest/node'

import { findBrowser } from '#e2e/support/browser.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

/** Builds the pages if they are older than their sources, and unpacks the browser, once per run. */
export default async function setup(project: TestProject) {
  execFileSync(process.execPath, [path.join(projectRoot, 'scripts/build-if-stale.mjs')], {
    stdio: 'inherit',
  })
  project.provide('browser', await findBrowser())
}

declare module 'vitest' {
  export interface ProvidedContext {
    browser: string
  }
}
