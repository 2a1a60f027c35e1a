import { defineConfig } from 'vitest/config'

/** What stryker.config.json runs for every mutant: the rules, without server, database or browser. A busy machine is no failure. */
export default defineConfig({ test: { include: ['domain/**/*.test.ts'], testTimeout: 60_000 } })
