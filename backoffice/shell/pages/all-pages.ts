import { catalogPages } from '#backoffice/shell/pages/catalog-pages.ts'
import { companyPages } from '#backoffice/shell/pages/company-pages.ts'
import { todayPages } from '#backoffice/shell/pages/today-pages.ts'
import { orderPages } from '#backoffice/shell/pages/order-pages.ts'
import { contentPages } from '#backoffice/shell/pages/content-pages.ts'
import type { PageDefinition } from '#backoffice/kit/page/page-definition.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

/** Every page of the back office: rail, palette and addresses follow. */
export const backofficePages: readonly PageDefinition[] = [
  ...todayPages,
  ...orderPages,
  ...catalogPages,
  ...contentPages,
  ...companyPages,
]

/** Sections of one page have one state, such as its input and its errors. */
export const statePathOf = (pathname: string): string =>
  findPage(pathname)?.page.isSection ? pathname.slice(0, pathname.lastIndexOf('/')) : pathname

const namesIn = ({ path }: PageDefinition) => path.split(':').length

export const mayOpen = ({ permissions: needs }: PageDefinition, { permissions }: Staff): boolean =>
  needs.length === 0 || needs.some((need) => permissions.includes(need))

/** A literal path wins over a parameter, independent of the table's order. */
const byExactness = backofficePages.toSorted((a, b) => namesIn(a) - namesIn(b))

export function findPage(
  pathname: string,
): { page: PageDefinition; params: Record<string, string> } | undefined {
  const parts = pathname.split('/')
  for (const page of byExactness) {
    const wanted = page.path.split('/')
    const fits =
      wanted.length === parts.length &&
      wanted.every((part, at) => part.startsWith(':') || part === parts[at])
    if (!fits) continue
    const params = wanted.flatMap((part, at) =>
      part.startsWith(':') ? [[part.slice(1), decodeURIComponent(parts[at] ?? '')] as const] : [],
    )
    return { page, params: Object.fromEntries(params) }
  }
  return undefined
}
