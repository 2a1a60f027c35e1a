/**
 * What `npm test` plays once and small, `npm run test:long` plays with every product and at full size: which files those
 * are stands in `vitest.config.ts`.
 */
export const THOROUGH = process.env['THOROUGH'] === 'yes'
