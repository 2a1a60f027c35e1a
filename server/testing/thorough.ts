/**
 * `npm test` runs these tests once and small, `npm run test:long` with every product and at full size.
 * `vitest.config.ts` lists the files.
 */
export const THOROUGH = process.env['THOROUGH'] === 'yes'
