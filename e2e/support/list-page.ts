import type { Page } from 'playwright-core'

/** What stands around the gifts of the list. */
export const panel = (page: Page) => page.getByRole('complementary', { name: 'Verfijn' })
export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const trail = (page: Page) => page.getByRole('navigation', { name: 'Kruimelpad' })
