import type { StorefrontFiles } from '#server/http/storefront-files.ts'

/** Registers the routes of all pages, without scripts, styles and fonts. */
export const pagesWithoutFiles: StorefrontFiles = {
  files: new Map(),
  headScript: '',
  style: '',
  styleNames: [],
  filesOf: () => ({ scripts: [], styles: [] }),
  styleOf: () => '',
  fonts: [],
  renderLogin: async ({ language }) => `<p>${language}</p>`,
  prepare: async () => {},
}
