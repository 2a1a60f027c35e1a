import type { Page } from 'playwright-core'

export const panel = (page: Page) => page.getByRole('complementary', { name: 'Verfijn' })
export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const breadcrumb = (page: Page) => page.getByRole('navigation', { name: 'Kruimelpad' })
